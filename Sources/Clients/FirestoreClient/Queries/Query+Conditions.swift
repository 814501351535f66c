public import FirestoreModel

// One method for each operator, with a field given as a string or as a FieldPath.
extension Query {
    /// Keeps documents that match a filter.
    public func whereFilter(_ filter: Filter) -> Query {
        adding { $0.add(filter) }
    }

    /// Keeps documents whose field equals the value; null and NaN match themselves.
    public func whereField(_ field: String, isEqualTo value: Any?) -> Query {
        whereFilter(Filter(field, .equal, [value]))
    }

    /// Keeps documents whose field equals the value; null and NaN match themselves.
    public func whereField(_ path: FieldPath, isEqualTo value: Any?) -> Query {
        whereFilter(Filter(path, .equal, [value]))
    }

    /// Keeps documents whose field exists, is not null and does not equal the value.
    public func whereField(_ field: String, isNotEqualTo value: Any?) -> Query {
        whereFilter(Filter(field, .notEqual, [value]))
    }

    /// Keeps documents whose field exists, is not null and does not equal the value.
    public func whereField(_ path: FieldPath, isNotEqualTo value: Any?) -> Query {
        whereFilter(Filter(path, .notEqual, [value]))
    }

    /// Keeps documents whose field is less than the value and of the same kind.
    public func whereField(_ field: String, isLessThan value: Any?) -> Query {
        whereFilter(Filter(field, .lessThan, [value]))
    }

    /// Keeps documents whose field is less than the value and of the same kind.
    public func whereField(_ path: FieldPath, isLessThan value: Any?) -> Query {
        whereFilter(Filter(path, .lessThan, [value]))
    }

    /// Keeps documents whose field is at most the value and of the same kind.
    public func whereField(_ field: String, isLessThanOrEqualTo value: Any?) -> Query {
        whereFilter(Filter(field, .lessThanOrEqual, [value]))
    }

    /// Keeps documents whose field is at most the value and of the same kind.
    public func whereField(_ path: FieldPath, isLessThanOrEqualTo value: Any?) -> Query {
        whereFilter(Filter(path, .lessThanOrEqual, [value]))
    }

    /// Keeps documents whose field is greater than the value and of the same kind.
    public func whereField(_ field: String, isGreaterThan value: Any?) -> Query {
        whereFilter(Filter(field, .greaterThan, [value]))
    }

    /// Keeps documents whose field is greater than the value and of the same kind.
    public func whereField(_ path: FieldPath, isGreaterThan value: Any?) -> Query {
        whereFilter(Filter(path, .greaterThan, [value]))
    }

    /// Keeps documents whose field is at least the value and of the same kind.
    public func whereField(_ field: String, isGreaterThanOrEqualTo value: Any?) -> Query {
        whereFilter(Filter(field, .greaterThanOrEqual, [value]))
    }

    /// Keeps documents whose field is at least the value and of the same kind.
    public func whereField(_ path: FieldPath, isGreaterThanOrEqualTo value: Any?) -> Query {
        whereFilter(Filter(path, .greaterThanOrEqual, [value]))
    }

    /// Keeps documents whose field is an array that contains the value.
    public func whereField(_ field: String, arrayContains value: Any?) -> Query {
        whereFilter(Filter(field, .arrayContains, [value]))
    }

    /// Keeps documents whose field is an array that contains the value.
    public func whereField(_ path: FieldPath, arrayContains value: Any?) -> Query {
        whereFilter(Filter(path, .arrayContains, [value]))
    }

    /// Keeps documents whose field is an array that contains at least one of up to 30 values.
    public func whereField(_ field: String, arrayContainsAny values: [Any]) -> Query {
        whereFilter(Filter(field, .arrayContainsAny, values))
    }

    /// Keeps documents whose field is an array that contains at least one of up to 30 values.
    public func whereField(_ path: FieldPath, arrayContainsAny values: [Any]) -> Query {
        whereFilter(Filter(path, .arrayContainsAny, values))
    }

    /// Keeps documents whose field equals one of up to 30 values.
    public func whereField(_ field: String, in values: [Any]) -> Query {
        whereFilter(Filter(field, .`in`, values))
    }

    /// Keeps documents whose field equals one of up to 30 values.
    public func whereField(_ path: FieldPath, in values: [Any]) -> Query {
        whereFilter(Filter(path, .`in`, values))
    }

    /// Keeps documents whose field exists, is not null and equals none of up to 10 values.
    public func whereField(_ field: String, notIn values: [Any]) -> Query {
        whereFilter(Filter(field, .notIn, values))
    }

    /// Keeps documents whose field exists, is not null and equals none of up to 10 values.
    public func whereField(_ path: FieldPath, notIn values: [Any]) -> Query {
        whereFilter(Filter(path, .notIn, values))
    }
}
