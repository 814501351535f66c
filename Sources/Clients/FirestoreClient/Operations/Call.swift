import ClientCore
import FirestoreModel
import HTTPTypes

/// One call of a method of Firestore's REST interface, ready to be sent as often as needed.
struct Call: RepeatableCall, Sendable {
    /// Makes ``subject``, which is only needed for errors.
    private let makeSubject: @Sendable () -> String
    let method: HTTPRequest.Method
    /// Path and query of the URL, percent-encoded.
    let path: String
    /// The JSON to send; empty for none.
    let body: [UInt8]
    /// True when the call changes documents.
    let isWrite: Bool
    /// True if making the call twice has the same effect as making it once. Reads always are repeatable.
    let isRepeatable: Bool
    /// True if a conflict with other writers ends what the call belongs to, so that the same call cannot succeed any more.
    let isInTransaction: Bool

    private init(
        _ subject: @escaping @Sendable () -> String, _ method: HTTPRequest.Method, _ path: String,
        body: [UInt8] = [],
        isWrite: Bool = false,
        isRepeatable: Bool = true,
        isInTransaction: Bool = false
    ) {
        makeSubject = subject
        self.method = method
        self.path = path
        self.body = body
        self.isWrite = isWrite
        self.isRepeatable = isRepeatable
        self.isInTransaction = isInTransaction
    }

    /// The call, for people: `commit of 2 writes (conversations/c1 and 1 more)`.
    var subject: String { makeSubject() }

    /// A read by GET.
    static func get(_ subject: @autoclosure @escaping @Sendable () -> String, path: String) -> Call {
        Call(subject, .get, withoutLayout(path))
    }

    /// A read by POST.
    static func read(
        _ subject: @autoclosure @escaping @Sendable () -> String, path: String, body: [UInt8],
        isInTransaction: Bool = false
    ) -> Call {
        Call(subject, .post, withoutLayout(path), body: body, isInTransaction: isInTransaction)
    }

    /// Asks production to leave out spaces and line breaks, which are nearly half of a response.
    ///
    /// Source: <https://cloud.google.com/apis/docs/system-parameters>.
    private static func withoutLayout(_ path: String) -> String {
        path + (path.utf8.contains(UInt8(ascii: "?")) ? "&" : "?") + "prettyPrint=false"
    }

    /// A write by POST.
    static func write(
        _ subject: @autoclosure @escaping @Sendable () -> String, path: String, body: [UInt8],
        isRepeatable: Bool, isInTransaction: Bool = false
    ) -> Call {
        Call(
            subject, .post, path, body: body, isWrite: true, isRepeatable: isRepeatable,
            isInTransaction: isInTransaction)
    }
}

extension Call {
    /// `1 document (c/a)`, `3 documents (c/a and 2 more)`.
    static func count(_ noun: String, _ count: Int, first path: DocumentPath) -> String {
        let first = path.description.oneLine(limit: 120)
        return count == 1
            ? "1 \(noun) (\(first))" : "\(count) \(noun)s (\(first) and \(count - 1) more)"
    }
}
