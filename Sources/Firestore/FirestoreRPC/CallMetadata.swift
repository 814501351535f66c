package import FirestoreModel

/// What comes with a call besides its message.
package struct CallMetadata: Sendable {
    /// The `authorization` header; nil for a caller who has not signed in.
    package var authorization: String?
    /// True for an automatic read, such as a page's polling.
    package var isInBackground: Bool
    /// Nil for a call within the process.
    package var sentBy: CallProtocol?
    /// Takes notes of the call; nil if calls are not recorded.
    package var record: CallRecord?

    package init(
        authorization: String? = nil, isInBackground: Bool = false, sentBy: CallProtocol? = nil
    ) {
        self.authorization = authorization
        self.isInBackground = isInBackground
        self.sentBy = sentBy
    }

    /// Notes what the call asks for.
    package func note(_ content: @autoclosure () -> CallContent) {
        if let record { record.note(content()) }
    }

    /// Notes billed reads.
    package func bill(reads: Int) { record?.note { $0.reads += reads } }

    /// Notes writes that were carried out. One that only verifies a document is billed as a read.
    package func bill(_ writes: [Write]) {
        record?.note { facts in
            for write in writes {
                switch write.operation {
                case .update: facts.writes += 1
                case .delete: facts.deletes += 1
                case .transform: facts.writes += 1
                case .verify: facts.reads += 1
                }
            }
        }
    }
}
