extension Message {
    /// Whether the message is for a user who has not reported its delivery yet.
    package func isUndelivered(to user: UserID, schema: ReceiptSchema) -> Bool {
        ReceiptDecision(.delivered, by: user, of: self, schema: schema).change != nil
    }
}
