public import FirestoreModel

// One function for each operator, with a field given as a string or as a FieldPath.
extension Filter {
    /// Matches documents whose field equals the value; null and NaN match themselves.
    public static func whereField(_ field: String, isEqualTo value: Any?) -> Filter {
        Filter(field, .equal, [value])
    }

    /// Matches documents whose field equals the value; null and NaN match themselves.
    public static func whereField(_ path: FieldPath, isEqualTo value: Any?) -> Filter {
        Filter(path, .equal, [value])
    }

    /// Matches documents whose field exists, is not null and does not equal the value.
    public static func whereField(_ field: String, isNotEqualTo value: Any?) -> Filter {
        Filter(field, .notEqual, [value])
    }

    /// Matches documents whose field exists, is not null and does not equal the value.
    public static func whereField(_ path: FieldPath, isNotEqualTo value: Any?) -> Filter {
        Filter(path, .notEqual, [value])
    }

    /// Matches documents whose field is less than the value and of the same kind.
    public static func whereField(_ field: String, isLessThan value: Any?) -> Filter {
        Filter(field, .lessThan, [value])
    }

    /// Matches documents whose field is less than the value and of the same kind.
    public static func whereField(_ path: FieldPath, isLessThan value: Any?) -> Filter {
        Filter(path, .lessThan, [value])
    }

    /// Matches documents whose field is at most the value and of the same kind.
    public static func whereField(_ field: String, isLessThanOrEqualTo value: Any?) -> Filter {
        Filter(field, .lessThanOrEqual, [value])
    }

    /// Matches documents whose field is at most the value and of the same kind.
    public static func whereField(_ path: FieldPath, isLessThanOrEqualTo value: Any?) -> Filter {
        Filter(path, .lessThanOrEqual, [value])
    }

    /// Matches documents whose field is greater than the value and of the same kind.
    public static func whereField(_ field: String, isGreaterThan value: Any?) -> Filter {
        Filter(field, .greaterThan, [value])
    }

    /// Matches documents whose field is greater than the value and of the same kind.
    public static func whereField(_ path: FieldPath, isGreaterThan value: Any?) -> Filter {
        Filter(path, .greaterThan, [value])
    }

    /// Matches documents whose field is at least the value and of the same kind.
    public static func whereField(_ field: String, isGreaterThanOrEqualTo value: Any?) -> Filter {
        Filter(field, .greaterThanOrEqual, [value])
    }

    /// Matches documents whose field is at least the value and of the same kind.
    public static func whereField(_ path: FieldPath, isGreaterThanOrEqualTo value: Any?) -> Filter {
        Filter(path, .greaterThanOrEqual, [value])
    }

    /// The SDK's name of ``whereField(_:isGreaterThanOrEqualTo:)-(String,Any?)``.
    public static func whereField(_ field: String, isGreaterOrEqualTo value: Any?) -> Filter {
        whereField(field, isGreaterThanOrEqualTo: value)
    }

    /// The SDK's name of ``whereField(_:isGreaterThanOrEqualTo:)-(FieldPath,Any?)``.
    public static func whereField(_ path: FieldPath, isGreaterOrEqualTo value: Any?) -> Filter {
        whereField(path, isGreaterThanOrEqualTo: value)
    }

    /// Matches documents whose field is an array that contains the value.
    public static func whereField(_ field: String, arrayContains value: Any?) -> Filter {
        Filter(field, .arrayContains, [value])
    }

    /// Matches documents whose field is an array that contains the value.
    public static func whereField(_ path: FieldPath, arrayContains value: Any?) -> Filter {
        Filter(path, .arrayContains, [value])
    }

    /// Matches documents whose field is an array that contains at least one of up to 30 values.
    public static func whereField(_ field: String, arrayContainsAny values: [Any]) -> Filter {
        Filter(field, .arrayContainsAny, values)
    }

    /// Matches documents whose field is an array that contains at least one of up to 30 values.
    public static func whereField(_ path: FieldPath, arrayContainsAny values: [Any]) -> Filter {
        Filter(path, .arrayContainsAny, values)
    }

    /// Matches documents whose field equals one of up to 30 values.
    public static func whereField(_ field: String, in values: [Any]) -> Filter {
        Filter(field, .`in`, values)
    }

    /// Matches documents whose field equals one of up to 30 values.
    public static func whereField(_ path: FieldPath, in values: [Any]) -> Filter {
        Filter(path, .`in`, values)
    }

    /// Matches documents whose field exists, is not null and equals none of up to 10 values.
    public static func whereField(_ field: String, notIn values: [Any]) -> Filter {
        Filter(field, .notIn, values)
    }

    /// Matches documents whose field exists, is not null and equals none of up to 10 values.
    public static func whereField(_ path: FieldPath, notIn values: [Any]) -> Filter {
        Filter(path, .notIn, values)
    }
}
