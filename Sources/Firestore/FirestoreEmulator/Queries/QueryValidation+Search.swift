import FirestoreModel

/// What Firestore refuses in a vector search combined with a query.
extension QueryValidation {
    func checkSearch() throws(RPCStatus) {
        guard let search = query.findNearest else { return }
        if query.limit != nil { throw .invalidArgument("A query limit cannot be used with FindNearest") }
        if query.offset != 0 { throw .invalidArgument("A query offset cannot be used with FindNearest") }
        if query.startAt != nil || query.endAt != nil {
            throw .invalidArgument("A cursor cannot be used with FindNearest")
        }
        if let field = search.distanceResultField,
            let refusal = field.refusalAsProperty("distanceResultField.property")
        {
            throw refusal
        }
        if let threshold = search.distanceThreshold, !threshold.isFinite {
            throw .invalidArgument("distanceThreshold must be a finite number.")
        }
    }
}

extension FieldName {
    /// Why Firestore refuses a name for a value in the response, or nil if it is valid.
    func refusalAsProperty(_ kind: String) -> RPCStatus? {
        if isReserved { return .invalidArgument("The \(kind).name \"\(string)\" is reserved.") }
        if string.utf8.count > WriteValidation.maximumNameLength {
            return .invalidArgument(
                "The \(kind).name is longer than \(WriteValidation.maximumNameLength) bytes.")
        }
        return nil
    }
}
