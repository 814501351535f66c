package import FirestoreModel

/// A request of the stream `Listen`: adds a target, or removes one.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1#listenrequest>.
package struct ListenRequest: Sendable, Equatable {
    /// The name of the database, unchanged; it is the same on a whole stream.
    package var database: String
    package var change: Change

    package init(database: String, _ change: Change) {
        self.database = database
        self.change = change
    }

    package enum Change: Sendable, Equatable {
        case addTarget(Target)
        case removeTarget(Int32)
        /// A message that names neither.
        case none
    }
}

/// What a client listens to: the documents of a query, or documents by name.
package struct Target: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        /// The names, unchanged.
        case documents([WrittenName])
        /// The name of the query's parent, unchanged.
        case query(StructuredQuery, parent: String)
        /// A form that Firestore knows and refuses, or that does not exist; the target is removed with this cause.
        case refused(RPCStatus)
    }

    /// Where to resume.
    package enum ResumePoint: Sendable, Equatable {
        case token([UInt8])
        case readTime(Timestamp)
    }

    package var content: Content
    /// The client's number for the target; 0 to let the server choose.
    package var id: Int32
    package var resumePoint: ResumePoint?
    /// Whether to remove the target when it is current.
    package var once: Bool
    /// The number of documents that the client has at the resume point, if it says so.
    package var expectedCount: Int32?

    package init(
        _ content: Content, id: Int32, resumePoint: ResumePoint? = nil, once: Bool = false,
        expectedCount: Int32? = nil
    ) {
        self.content = content
        self.id = id
        self.resumePoint = resumePoint
        self.once = once
        self.expectedCount = expectedCount
    }
}

/// A response of the stream `Listen`.
package enum ListenResponse: Sendable, Equatable {
    case targetChange(TargetChange)
    case documentChange(DocumentChange)
    case documentDelete(DocumentDelete)
    case documentRemove(DocumentRemove)
    case filter(ExistenceFilter)
}

/// A change of the state of targets.
package struct TargetChange: Sendable, Equatable {
    package enum Kind: Int, Sendable {
        case noChange, add, remove, current, reset
    }

    package var kind: Kind
    /// The targets; none for all of the stream.
    package var targetIDs: [Int32]
    /// Why targets were removed.
    package var cause: RPCStatus?
    package var resumeToken: [UInt8]
    /// The time at which all that was sent before holds.
    package var readTime: Timestamp?

    package init(
        _ kind: Kind, targetIDs: [Int32] = [], cause: RPCStatus? = nil, resumeToken: [UInt8] = [],
        readTime: Timestamp? = nil
    ) {
        self.kind = kind
        self.targetIDs = targetIDs
        self.cause = cause
        self.resumeToken = resumeToken
        self.readTime = readTime
    }
}

/// A document is in targets now, or has changed there.
package struct DocumentChange: Sendable, Equatable {
    package var document: Document
    package var targetIDs: [Int32]
    package var removedTargetIDs: [Int32]

    package init(_ document: Document, targetIDs: [Int32] = [], removedTargetIDs: [Int32] = []) {
        self.document = document
        self.targetIDs = targetIDs
        self.removedTargetIDs = removedTargetIDs
    }
}

/// A document was deleted.
package struct DocumentDelete: Sendable, Equatable {
    package var name: DocumentName
    package var removedTargetIDs: [Int32]
    package var readTime: Timestamp?

    package init(_ name: DocumentName, removedTargetIDs: [Int32], readTime: Timestamp?) {
        self.name = name
        self.removedTargetIDs = removedTargetIDs
        self.readTime = readTime
    }
}

/// A document is no longer in targets; its present state is not said.
package struct DocumentRemove: Sendable, Equatable {
    package var name: DocumentName
    package var removedTargetIDs: [Int32]
    package var readTime: Timestamp?

    package init(_ name: DocumentName, removedTargetIDs: [Int32], readTime: Timestamp?) {
        self.name = name
        self.removedTargetIDs = removedTargetIDs
        self.readTime = readTime
    }
}

/// How many documents a target has, so that a client can tell whether it has too many.
package struct ExistenceFilter: Sendable, Equatable {
    package var targetID: Int32
    package var count: Int32
    /// A filter that holds the names of the target's documents; nil to say nothing about them.
    package var unchangedNames: BloomFilter?

    package init(targetID: Int32, count: Int32, unchangedNames: BloomFilter? = nil) {
        self.targetID = targetID
        self.count = count
        self.unchangedNames = unchangedNames
    }
}

/// A set of names that may contain more than were put in.
package struct BloomFilter: Sendable, Equatable {
    package var bitmap: [UInt8]
    /// The number of unused bits in the last byte, 0 to 7.
    package var padding: Int32
    package var hashCount: Int32

    package init(bitmap: [UInt8], padding: Int32, hashCount: Int32) {
        self.bitmap = bitmap
        self.padding = padding
        self.hashCount = hashCount
    }
}
