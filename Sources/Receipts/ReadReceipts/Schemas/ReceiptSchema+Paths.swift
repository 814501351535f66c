/// Where things stand, for people.
extension ReceiptSchema {
    func path(ofConversation id: String) -> String { "\(conversations)/\(id)" }

    func path(ofMessage id: String, in conversation: String) -> String {
        switch store {
        case .firestore: "\(path(ofConversation: conversation))/\(messages)/\(id)"
        case .realtimeDatabase: "\(messages)/\(conversation)/\(id)"
        }
    }
}
