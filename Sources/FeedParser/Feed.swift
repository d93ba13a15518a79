/// A syndication feed, whatever format it came in.
public struct Feed: Sendable, Equatable {
    public var title: String?
}
