import FirestoreModel

/// What Firestore refuses in a search by vectors beside the rest of a query.
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
    /// Why Firestore refuses a name that an answer is to use for a value of its own, or nil when it is a good one.
    func refusalAsProperty(_ kind: String) -> RPCStatus? {
        if isReserved { return .invalidArgument("The \(kind).name \"\(string)\" is reserved.") }
        if string.utf8.count > WriteValidation.maximumNameLength {
            return .invalidArgument(
                "The \(kind).name is longer than \(WriteValidation.maximumNameLength) bytes.")
        }
        return nil
    }
}
