import FirestoreModel
import OrderedCollections

/// What one conjunction of a query's filters says about its results. Rules see it as `resource`.
///
/// Rules are not filters: no stored document is looked at. A field that the filters fix has its value, another one that they
/// name is a constraint, and all others are not there.
struct QueryResource {
    private(set) var data: OrderedDictionary<FieldName, Node> = [:]
    /// The document that the filters name.
    var document: DocumentPath? { comparesName || equalNames.count != 1 ? nil : equalNames[0] }
    /// The names that the filters require.
    private var equalNames: [DocumentPath] = []
    /// Whether names are also compared in other ways, so that they are not fixed.
    private var comparesName = false

    indirect enum Node: Sendable {
        case leaf([FieldConstraint.Simple])
        case map(OrderedDictionary<FieldName, Node>)
    }

    init(_ conjunction: [Filter], of list: ListOperation) {
        for (index, filter) in conjunction.enumerated() where !conjunction[..<index].contains(filter) {
            add(filter)
        }
        // A query for a group of collections below a document says something about names too.
        if list.allDescendants, list.parent != nil { comparesName = true }
    }

    /// The value of `resource`.
    func record(in database: DatabaseID) -> RuleValue {
        .map(
            RuleMap(
                record: ResourceRecord(
                    data: RuleMap(data.mapValues(QueryResource.value)),
                    hasName: comparesName || !equalNames.isEmpty,
                    equalNames: equalNames, in: database)))
    }

    private mutating func add(_ filter: Filter) {
        switch filter {
        case .field(let path, .equal, .reference(let name)) where path.isDocumentID:
            equalNames.append(name.path)
        case .field(let path, _, _) where path.isDocumentID, .unary(let path, _) where path.isDocumentID:
            comparesName = true
        case .field(let path, let operation, let value):
            insert(QueryResource.constraints(operation, value), at: path.names[...], into: &data)
        case .unary(let path, let operation):
            let constraint: FieldConstraint.Simple =
                switch operation {
                case .isNull: .init(.equal, .null)
                case .isNotNull: .init(.notEqual, .null)
                case .isNaN: .init(.equal, .float(.nan))
                case .isNotNaN: .init(.notEqual, .float(.nan))
                }
            insert([constraint], at: path.names[...], into: &data)
        case .and, .or: return
        }
    }

    private func insert(
        _ constraints: [FieldConstraint.Simple], at names: ArraySlice<FieldName>,
        into fields: inout OrderedDictionary<FieldName, Node>
    ) {
        guard let name = names.first else { return }
        if names.count == 1 {
            if case .leaf(let earlier)? = fields[name] {
                fields[name] = .leaf(QueryResource.distinct(earlier + constraints))
            } else if fields[name] == nil {
                fields[name] = .leaf(QueryResource.distinct(constraints))
            }
            return
        }
        var inner: OrderedDictionary<FieldName, Node> = [:]
        if case .map(let earlier)? = fields[name] { inner = earlier }
        insert(constraints, at: names.dropFirst(), into: &inner)
        fields[name] = .map(inner)
    }

    private static func distinct(_ constraints: [FieldConstraint.Simple]) -> [FieldConstraint.Simple] {
        constraints.enumerated().filter { index, constraint in
            !constraints[..<index].contains { earlier in
                let comparison = ContentComparison(numbers: .exact, isForReports: true, WorkMeter())
                return earlier.comparator == constraint.comparator
                    && (try? comparison.isSame(earlier.value, constraint.value)) ?? false
            }
        }.map(\.element)
    }

    private static func constraints(_ operation: Filter.FieldOperator, _ value: Value)
        -> [FieldConstraint.Simple]
    {
        let operand = RuleValue(value)
        if value == .null { return constraintsOnNothing(operation, isNaN: false) }
        if case .double(let number) = value, number.isNaN {
            return constraintsOnNothing(operation, isNaN: true)
        }
        let isOrder = [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual].contains(operation)
        if isOrder, !operand.type.isOrdered { return [] }
        switch operation {
        case .equal: return [.init(.equal, operand)]
        case .notEqual: return [.init(.notEqual, operand)]
        case .lessThan: return [.init(.less, operand)]
        case .lessThanOrEqual: return [.init(.lessOrEqual, operand)]
        case .greaterThan: return [.init(.greater, operand)]
        case .greaterThanOrEqual: return [.init(.greaterOrEqual, operand)]
        case .arrayContains: return [.init(.listContains, operand)]
        case .notIn: return (value.arrayValue ?? []).flatMap { constraints(.notEqual, $0) }
        case .in, .arrayContainsAny: return (value.arrayValue ?? []).flatMap { constraints(.equal, $0) }
        }
    }

    /// What a field filter with null or NaN, which should be a unary one, comes to in Google's emulator: a boolean that may be
    /// either, or the absence of something else.
    private static func constraintsOnNothing(
        _ operation: Filter.FieldOperator, isNaN: Bool
    ) -> [FieldConstraint.Simple] {
        switch operation {
        case .arrayContains: [.init(.listContains, .list(RuleList([])))]
        case .notEqual where isNaN: [.init(.notEqual, .null)]
        default: [.init(.equal, .bool(true)), .init(.equal, .bool(false))]
        }
    }

    private static func value(_ node: Node) -> RuleValue {
        switch node {
        case .map(let fields): return .map(RuleMap(fields.mapValues(value)))
        case .leaf(let constraints):
            if constraints.count == 1, constraints[0].comparator == .equal { return constraints[0].value }
            return .constraint(FieldConstraint(constraints))
        }
    }
}
