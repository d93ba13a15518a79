extension MailHeader {
    /// What a `[[deliver]]` says of its mails. Recipients that are no addresses are left out.
    public init(_ delivery: Delivery) {
        self.init(
            from: Mailbox(delivery.sender) ?? Mailbox(name: "newsdigest", address: "newsdigest@localhost"),
            to: delivery.recipients.compactMap(Mailbox.init), unsubscribe: delivery.listUnsubscribe,
            listID: delivery.listID)
    }
}
