/// One write of a commit.
package struct Write: Sendable, Equatable {
    package enum Operation: Sendable, Equatable {
        /// Replaces the document, or, with a mask, sets and deletes only the fields of the mask.
        case update(DocumentName, MapValue, mask: DocumentMask?)
        case delete(DocumentName)
        /// Only applies the transforms.
        case transform(DocumentName)
        /// Writes nothing; checks the precondition.
        case verify(DocumentName)
    }

    package var operation: Operation
    /// Applied in order, after the update.
    package var transforms: [FieldTransform]
    package var precondition: Precondition?

    package init(_ operation: Operation, transforms: [FieldTransform] = [], precondition: Precondition? = nil)
    {
        self.operation = operation
        self.transforms = transforms
        self.precondition = precondition
    }

    /// The document to write.
    package var name: DocumentName {
        switch operation {
        case .update(let name, _, _), .delete(let name), .transform(let name), .verify(let name): name
        }
    }

    /// True if the write is idempotent.
    ///
    /// A repeated increment counts twice, unless a precondition on the update time refuses the second one.
    /// A repeated creation fails, and a server timestamp moves: neither destroys data.
    package var isIdempotent: Bool {
        if case .updateTime? = precondition { return true }
        return !transforms.contains {
            if case .increment = $0.operation { true } else { false }
        }
    }
}

/// A change to one field that the server computes from what is stored.
package struct FieldTransform: Sendable, Equatable {
    package enum Operation: Sendable, Equatable {
        /// Sets the time at which the server received the request, in milliseconds.
        case setToServerTime
        case increment(Value)
        case maximum(Value)
        case minimum(Value)
        /// arrayUnion: appends the elements that the array does not contain yet.
        case appendMissingElements([Value])
        /// arrayRemove: removes every element that equals one of these.
        case removeAllFromArray([Value])
    }

    package var field: FieldPath
    package var operation: Operation

    package init(_ field: FieldPath, _ operation: Operation) {
        self.field = field
        self.operation = operation
    }
}

/// The result of one write of a commit.
package struct WriteResult: Sendable, Equatable {
    /// When the document last changed, which is earlier than the commit if the write changed nothing; nil for deletes.
    package var updateTime: Timestamp?
    /// One value for each transform, in order.
    package var transformResults: [Value]

    package init(updateTime: Timestamp?, transformResults: [Value] = []) {
        self.updateTime = updateTime
        self.transformResults = transformResults
    }
}

/// A condition on the stored document, without which a write is refused.
package enum Precondition: Sendable, Equatable {
    /// The document must exist (true) or must not (false).
    case exists(Bool)
    /// The document must exist and have last changed at this time.
    case updateTime(Timestamp)
}
