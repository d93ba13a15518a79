import Foundation

@testable import Calendars

/// libFuzzer's entry: the bytes as a calendar.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let now = Date(timeIntervalSince1970: 1_795_852_800)
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let content = CalendarContent(bytes, from: now, until: now + 14 * 86_400, home: .gmt)
    precondition(content.events.count <= CalendarContent.most, "too many events")
    precondition(Set(content.events.map(\.id)).count == content.events.count, "an id stands twice")
    precondition(content.events.allSatisfy { $0.ends > now && $0.starts <= $0.ends }, "an event is over")
    return 0
}
