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
