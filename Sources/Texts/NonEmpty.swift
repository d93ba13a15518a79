extension Collection {
    /// Nil if there is nothing in it.
    package var nonEmpty: Self? { isEmpty ? nil : self }
}
