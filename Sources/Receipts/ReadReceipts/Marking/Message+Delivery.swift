extension Message {
    /// Whether it is for a user who has not reported yet that it has come in.
    package func isUndelivered(to user: UserID, schema: ReceiptSchema) -> Bool {
        if case .mark = ReceiptDecision(.delivered, by: user, of: self, schema: schema) {
            true
        } else {
            false
        }
    }
}
