import FirestoreModel

/// Whether a document matches a filter. A test on a missing field never holds.
///
/// The rules for each operator and type were measured on Google's emulator.
extension Filter {
    func matches(_ document: StoredDocument) -> Bool {
        switch self {
        case .and(let filters): filters.allSatisfy { $0.matches(document) }
        case .or(let filters): filters.contains { $0.matches(document) }
        case .field(let path, let operation, let operand):
            document.value(of: path).map { operation.holds(for: $0, operand) } ?? false
        case .unary(let path, let operation):
            document.value(of: path).map { operation.holds(for: $0) } ?? false
        }
    }
}

extension StoredDocument {
    /// The value of a path for queries; the document's own name at `__name__`.
    func value(of path: FieldPath) -> Value? {
        path.isDocumentID ? .reference(name) : fields[path]
    }
}

extension Filter.FieldOperator {
    fileprivate func holds(for stored: Value, _ operand: Value) -> Bool {
        switch self {
        case .equal: stored.equals(operand)
        case .notEqual: stored != .null && operand != .null && !stored.equals(operand)
        case .lessThan: stored.compareWithinClass(to: operand) == .less
        case .lessThanOrEqual: stored.compareWithinClass(to: operand).map { $0 != .greater } ?? false
        case .greaterThan: stored.compareWithinClass(to: operand) == .greater
        case .greaterThanOrEqual: stored.compareWithinClass(to: operand).map { $0 != .less } ?? false
        case .arrayContains: stored.arrayValue?.contains { $0.equals(operand) } ?? false
        case .arrayContainsAny:
            stored.arrayValue?.contains { element in
                operand.arrayValue?.contains { element.equals($0) } ?? false
            } ?? false
        case .in: operand.arrayValue?.contains { stored.equals($0) } ?? false
        case .notIn:
            stored != .null
                && operand.arrayValue?.allSatisfy { $0 != .null && !stored.equals($0) } ?? false
        }
    }
}

extension Filter.UnaryOperator {
    fileprivate func holds(for stored: Value) -> Bool {
        switch self {
        case .isNull: stored == .null
        case .isNotNull: stored != .null
        case .isNaN: stored.isNaN
        case .isNotNaN: stored != .null && !stored.isNaN
        }
    }
}

extension Value {
    var isNaN: Bool {
        if case .double(let number) = self { number.isNaN } else { false }
    }

    /// Equality in filters: neither null nor NaN equals anything.
    fileprivate func equals(_ operand: Value) -> Bool {
        !(operand == .null) && !operand.isNaN && isEquivalent(to: operand)
    }

    /// The order of two values of one class; nil if a range cannot hold: different classes, null, NaN.
    fileprivate func compareWithinClass(to operand: Value) -> ComparisonOrder? {
        guard typeClass == operand.typeClass, operand != .null, !isNaN, !operand.isNaN else { return nil }
        return compare(to: operand)
    }
}

/// The fields by which inequalities sort the results of a query.
extension Filter {
    /// Each of the fields once.
    var inequalityFields: Set<FieldPath> { Set(leaves.compactMap(\.inequalityField)) }

    /// The field of an inequality; nil for other tests, and for an inequality that no value can satisfy.
    var inequalityField: FieldPath? {
        switch self {
        case .field(let path, .lessThan, let operand), .field(let path, .lessThanOrEqual, let operand),
            .field(let path, .greaterThan, let operand), .field(let path, .greaterThanOrEqual, let operand):
            operand == .null || operand.isNaN ? nil : path
        case .field(let path, .notEqual, let operand): operand == .null ? nil : path
        case .field(let path, .notIn, let operand): operand == [.null] ? nil : path
        case .unary(let path, .isNotNaN), .unary(let path, .isNotNull): path
        case .field, .unary, .and, .or: nil
        }
    }
}
