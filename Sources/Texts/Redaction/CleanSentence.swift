extension String {
    /// What may be printed or stored of words that servers, feeds, programs or users gave: one line without anything
    /// that a terminal or a log would obey, and without a secret.
    package var cleanSentence: String { onOneLine.withoutSecrets }

    /// Without any secret that is known, or that the name of an address's parameter gives away.
    package var withoutSecrets: String { SecretParameters.hide(in: Redactor.current?.hide(in: self) ?? self) }
}
