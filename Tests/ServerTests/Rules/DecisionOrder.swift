import FirestoreREST

/// What is not the same each time when Google's emulator decides on several documents at once.
///
/// Without stored documents it looks at one after the other. Where that does not settle the matter, it looks at all of them with
/// their stored documents, at the same time, until one is denied: how far it gets with the others is a matter of luck.
enum DecisionOrder {
    /// A message without what follows the last `evaluation error`, after which nothing is looked at without documents any more.
    static func withoutOrder(_ message: String) -> String {
        let entries = message.split(separator: ", evaluation error at ")
        guard message.contains("evaluation error at "), let last = entries.last,
            let end = last.firstRange(of: ", ")
        else { return message }
        return String(message[..<end.lowerBound]) + ", ..."
    }
}

extension ExchangeRequest {
    /// True when rules are to decide on several documents.
    var isAboutSeveral: Bool {
        guard case .json(let body) = body else { return false }
        return (body["writes"]?.array ?? []).count > 1 || (body["documents"]?.array ?? []).count > 1
    }
}
