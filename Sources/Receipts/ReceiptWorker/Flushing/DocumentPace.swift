import ReadReceipts

/// The document of a message, which the receipts of all its readers share.
package struct ReceiptDocument: Sendable, Hashable {
    let conversationID: ConversationID
    let messageID: MessageID
}

/// Keeps the writes of one document apart: Firestore sustains about one a second. Receipts that arrive meanwhile share the next write.
///
/// Source: <https://firebase.google.com/docs/firestore/quotas#soft_limits>
package struct DocumentPace: Sendable, Equatable {
    /// The time between two writes of a document, in milliseconds.
    package static let interval: Int64 = 1000

    /// The documents that must not be written now.
    package private(set) var held: Set<ReceiptDocument> = []
    /// What was written during the last second, oldest first.
    private var written: [Release] = []

    private struct Release: Equatable {
        let documents: [ReceiptDocument]
        let time: Int64
    }

    package init() {}

    /// Documents are being written.
    package mutating func began(_ documents: some Sequence<ReceiptDocument>) { held.formUnion(documents) }

    /// Documents were written, or needed no write.
    package mutating func ended(written: Set<ReceiptDocument>, others: Set<ReceiptDocument>, at now: Int64) {
        held.subtract(others.subtracting(written))
        if !written.isEmpty {
            self.written.append(Release(documents: Array(written), time: now + Self.interval))
        }
    }

    /// Lets go of the documents whose time is over.
    package mutating func release(at now: Int64) {
        let due = written.prefix { $0.time <= now }
        for release in due { held.subtract(release.documents) }
        written.removeFirst(due.count)
    }

    /// When the first documents may be written again, in milliseconds since 1970; nil if none wait.
    package var nextRelease: Int64? { written.first?.time }
}
