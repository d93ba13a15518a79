/// A value of any of several kinds. It gives what contains it its `==`.
@propertyWrapper package struct AnyKind<Kind: Sendable>: Sendable, Equatable {
    package var wrappedValue: Kind

    package init(wrappedValue: Kind) { self.wrappedValue = wrappedValue }

    package static func == (first: Self, second: Self) -> Bool {
        (first.wrappedValue as? any Equatable)?.equals(second.wrappedValue) ?? false
    }
}

extension Equatable {
    package func equals(_ other: Any) -> Bool { self == other as? Self }
}
