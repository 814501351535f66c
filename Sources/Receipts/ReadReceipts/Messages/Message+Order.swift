import FirestoreModel

extension Message {
    /// The order of a chat: by time, those without a time last, and by id where that does not decide. What the server does not have yet
    /// comes last of all, as nobody knows how the clock of this device goes.
    package static func isOlder(_ left: Message, _ right: Message) -> Bool {
        if (left.sending == .sent) != (right.sending == .sent) { return left.sending == .sent }
        return switch (left.timestamp, right.timestamp) {
        case (let a?, let b?) where a != b: a < b
        case (_?, nil): true
        case (nil, _?): false
        case (_, _): left.id < right.id
        }
    }
}
