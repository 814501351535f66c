import HTTPTypes
import ReadReceipts

/// A command of a page.
enum VisitCommand: Sendable {
    /// The user leaves the page.
    case leave
    case openPane(PaneOpening)
    case closePane(pane: String)
    case setOffline(pane: String, Bool)
    case see(pane: String, shown: [MessageID], hidden: [MessageID])
    case send(pane: String, text: String)
    /// Sends a refused message again.
    case retryMessage(pane: String, message: MessageID)
    /// Deletes a message that is pending or was refused.
    case discardMessage(pane: String, message: MessageID)
    /// Restores the pending messages of a device that the console has lost.
    case restore(UnsentMessages)
    case loadOlder(pane: String)
    case openSheet(pane: String, message: MessageID)
    case closeSheet(pane: String)
    case retrySheet(pane: String)
    /// Asks what the devices have cost.
    case usage
}

extension VisitCommand: Decodable {
    private enum CodingKeys: String, CodingKey {
        case command, pane, offline, shown, hidden, text, message
    }

    /// The maximum length of a message, in bytes.
    private static let textLimit = 100_000

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let name = try values.decode(String.self, forKey: .command)
        if name == "leave" {
            self = .leave
            return
        }
        if name == "usage" {
            self = .usage
            return
        }
        if name == "restore" {
            self = .restore(try UnsentMessages(from: decoder))
            return
        }
        let pane = try values.decode(String.self, forKey: .pane)
        switch name {
        case "openPane": self = .openPane(try PaneOpening(from: decoder))
        case "closePane": self = .closePane(pane: pane)
        case "setOffline": self = .setOffline(pane: pane, try values.decode(Bool.self, forKey: .offline))
        case "see":
            self = .see(
                pane: pane, shown: try values.decodeIfPresent([MessageID].self, forKey: .shown) ?? [],
                hidden: try values.decodeIfPresent([MessageID].self, forKey: .hidden) ?? [])
        case "send":
            let text = try values.decode(String.self, forKey: .text)
            if text.utf8.count > VisitCommand.textLimit {
                throw ConsoleFailure(
                    .badRequest, "the message is longer than \(VisitCommand.textLimit) bytes; shorten it")
            }
            self = .send(pane: pane, text: text)
        case "retryMessage":
            self = .retryMessage(pane: pane, message: try values.decode(MessageID.self, forKey: .message))
        case "discardMessage":
            self = .discardMessage(pane: pane, message: try values.decode(MessageID.self, forKey: .message))
        case "loadOlder": self = .loadOlder(pane: pane)
        case "openSheet":
            self = .openSheet(pane: pane, message: try values.decode(MessageID.self, forKey: .message))
        case "closeSheet": self = .closeSheet(pane: pane)
        case "retrySheet": self = .retrySheet(pane: pane)
        default: throw ConsoleFailure(.badRequest, "there is no command \"\(name.prefix(40))\"")
        }
    }
}
