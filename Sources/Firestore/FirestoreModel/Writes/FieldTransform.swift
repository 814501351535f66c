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
