package import FirestoreModel

/// A request as it was decoded: a message of the right form, and the first thing in its content that Firestore refuses.
///
/// A value without a type or a name with a reserved id fits the form. Firestore reports it only after other mistakes, so
/// the service throws the refusal when its turn comes.
package struct Decoded<Message> {
    package let message: Message
    package let refusal: RPCStatus?

    package init(_ message: Message, refusal: RPCStatus? = nil) {
        self.message = message
        self.refusal = refusal
    }

    /// The message, if there is nothing to refuse in it.
    package func get() throws(RPCStatus) -> Message {
        if let refusal { throw refusal }
        return message
    }
}

extension Decoded: Sendable where Message: Sendable {}
