/// Where things stand, for people.
extension ReceiptSchema {
    func path(ofConversation id: ConversationID) -> String { "\(conversations)/\(id)" }

    func path(ofMessage id: MessageID, in conversation: ConversationID) -> String {
        switch store {
        case .firestore: "\(path(ofConversation: conversation))/\(messages)/\(id)"
        case .realtimeDatabase: "\(messages)/\(conversation)/\(id)"
        }
    }
}
