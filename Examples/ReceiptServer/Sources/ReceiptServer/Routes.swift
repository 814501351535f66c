import Hummingbird
import ReadReceipts

/// The messages to mark; nil for all of the conversation.
struct Marking: Decodable {
    var messages: [String]?
}

/// What was marked.
struct Marked: ResponseEncodable {
    var marked: [String]
    var skipped: Int
    /// The reasons, by message.
    var failed: [String: String]
}

/// A message, and what its sender sees beside it.
struct Sent: ResponseEncodable {
    var message: String
    var readBy: [String]
    var label: String?
}

/// `POST /conversations/ID/delivered` and `.../read` mark messages, and `GET .../sent` shows the user's own with their receipts.
func routes(to chats: Chats) -> Router<BasicRequestContext> {
    let router = Router()
    let conversation = router.group("conversations/:conversation").add(middleware: Refusals())
    for receipt in [Receipt.delivered, .read] {
        conversation.post("\(receipt.name)") { request, context in
            let (receipts, user) = try chats.receipts(for: request)
            let id = ConversationID(try context.parameters.require("conversation"))
            let marking = try await request.decode(as: Marking.self, context: context)
            let wanted = ReceiptRequest(
                receipt, conversationID: id, messageIDs: marking.messages?.map { MessageID($0) })
            let result = try await receipts.mark(wanted, user: user)
            return Marked(
                marked: result.marked.map(\.string), skipped: result.skippedCount,
                failed: Dictionary(result.failed.map { ($0.messageID.string, $0.reason) }) { $1 })
        }
    }
    conversation.get("sent") { request, context in
        let (receipts, user) = try chats.receipts(for: request)
        let chat = try await receipts.conversation(
            ConversationID(try context.parameters.require("conversation")))
        let messages = try await receipts.messages(conversation: chat.id, sender: user)
        let newest = messages.lastOwn(of: user)?.id
        return messages.map { message in
            let label = ReceiptFormatter().label(
                of: message, in: chat, seenBy: user, schema: receipts.schema, isLastOwn: message.id == newest)
            return Sent(
                message: message.id.string, readBy: message.readBy.map(\.string), label: label?.text)
        }
    }
    return router
}
