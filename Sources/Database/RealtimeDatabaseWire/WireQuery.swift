package import JSONText
package import RealtimeDatabaseModel

/// A query as clients send it.
///
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/core/view/QueryParams.ts`.
package struct WireQuery: Sendable, Hashable {
    package let query: DataQuery
    /// The query as it was sent: a client knows its listeners by these members.
    package let json: JSON

    /// Stands for the key before all others.
    private static let firstKey = "[MIN_NAME]"
    /// Stands for the key behind all others.
    private static let lastKey = "[MAX_NAME]"

    /// Reads a query.
    ///
    /// - Throws: ``DataProblem``.
    package init(_ json: JSON) throws(DataProblem) {
        guard case .object = json else { throw DataProblem("a query is an object") }
        self.json = json
        var query = DataQuery(order: try WireQuery.order(json["i"]))
        if let value = json["sp"] {
            query.start = try WireQuery.bound(
                value, key: json["sn"], isInclusive: json["sin"], nothing: WireQuery.firstKey)
        }
        if let value = json["ep"] {
            query.end = try WireQuery.bound(
                value, key: json["en"], isInclusive: json["ein"], nothing: WireQuery.lastKey)
        }
        if let limit = json["l"] { query.limit = try WireQuery.limit(limit, json["vf"], query) }
        if query.order == .key {
            for bound in [query.start, query.end].compactMap(\.self) {
                guard case .string = bound.value else {
                    throw DataProblem("a range of keys has texts as its ends")
                }
            }
        }
        self.query = query
    }

    package static func == (left: WireQuery, right: WireQuery) -> Bool { left.query == right.query }

    package func hash(into hasher: inout Hasher) { hasher.combine(query) }

    private static func order(_ json: JSON?) throws(DataProblem) -> DataQuery.Order {
        switch json?.string {
        case nil, ".priority"?: return .priority
        case ".key"?: return .key
        case ".value"?: return .value
        case let text?:
            let path = try DatabasePath(text)
            if path.isRoot { throw DataProblem("\"i\" is .key, .value, .priority or a path") }
            return .child(path)
        }
    }

    /// Reads the start or end of a query.
    ///
    /// - Parameter nothing: The key with which the bound includes all children that have its value.
    private static func bound(
        _ value: JSON, key: JSON?, isInclusive: JSON?, nothing: String
    ) throws(DataProblem) -> DataQuery.Bound {
        var bound = DataQuery.Bound(try scalar(value), includesEqual: isInclusive != .boolean(false))
        switch key?.string {
        case nil: break
        case firstKey?, lastKey?: bound.includesEqual = key?.string == nothing
        case let name?: bound.key = DataKey(name)
        }
        return bound
    }

    private static func scalar(_ json: JSON) throws(DataProblem) -> DataQuery.Scalar {
        switch json {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .string(let text): return .string(text)
        case .number(let digits):
            guard let number = Double(digits), number.isFinite else {
                throw DataProblem("a number is too large")
            }
            return .number(number)
        case .array, .object: throw DataProblem("the end of a range is a text, a number, true, false or null")
        }
    }

    /// Clients of old do not say from which end they count: it is the end that the query names.
    private static func limit(
        _ json: JSON, _ end: JSON?, _ query: DataQuery
    ) throws(DataProblem) -> DataQuery.Limit {
        guard case .number(let digits) = json, let count = Int(digits), count > 0, count <= Int32.max else {
            throw DataProblem("a limit is a positive integer")
        }
        switch end?.string {
        case "l"?: return .first(count)
        case "r"?: return .last(count)
        case _: return query.start == nil ? .last(count) : .first(count)
        }
    }
}
