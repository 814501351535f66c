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

/// Collects what is wrong with the content of a message while it is decoded. Only the first refusal is reported.
package struct FirstRefusal: Sendable {
    package private(set) var status: RPCStatus?

    package init(_ status: RPCStatus? = nil) {
        self.status = status
    }

    package mutating func add(_ status: RPCStatus) {
        if self.status == nil { self.status = status }
    }

    /// Returns a result, or records the refusal and continues with a placeholder that nobody sees.
    package mutating func accept<T>(_ standIn: T, _ make: () throws(RPCStatus) -> T) -> T {
        do throws(RPCStatus) {
            return try make()
        } catch {
            add(error)
            return standIn
        }
    }

    /// Checks that Firestore could store a time that is compared with stored ones.
    package mutating func checkStorable(_ time: Timestamp) {
        if time != time.truncatedToMicroseconds {
            add(.invalidArgument("timestamp cannot have more than microseconds precision"))
        }
        if time < .zero { add(.invalidArgument("Only timestamps past epoch are supported.")) }
    }
}
