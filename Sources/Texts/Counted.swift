extension Int {
    /// The number with its noun, for messages in English: `1 feed`, `2 feeds`.
    ///
    /// - Parameter plural: the noun in the plural; nil if it only gets an `s`.
    package func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}
