import JSONText

/// Queries as the parameters of a URL: each value is JSON.
///
/// Source: https://firebase.google.com/docs/reference/rest/database#section-query-parameters
extension DataQuery {
    /// The names of the parameters of a query.
    package static let parameterNames: Set<String> = [
        "orderBy", "startAt", "startAfter", "endAt", "endBefore", "equalTo", "limitToFirst", "limitToLast",
    ]

    /// The parameters for the query; their values are not percent-encoded.
    package var parameters: [(name: String, value: String)] {
        var parameters = [("orderBy", DataNode.string(order.text).json)]
        if let start, let end, start == end, start.includesEqual, start.key == end.key {
            parameters.append(("equalTo", start.text))
        } else {
            if let start { parameters.append((start.includesEqual ? "startAt" : "startAfter", start.text)) }
            if let end { parameters.append((end.includesEqual ? "endAt" : "endBefore", end.text)) }
        }
        switch limit {
        case nil: break
        case .first(let count): parameters.append(("limitToFirst", String(count)))
        case .last(let count): parameters.append(("limitToLast", String(count)))
        }
        return parameters
    }

    /// Reads a query from the parameters of a URL; ignores other parameters.
    ///
    /// - Returns: nil if there are no query parameters.
    /// - Throws: ``DataProblem`` with the server's message for invalid parameters.
    package init?(parameters: [(name: String, value: String)]) throws(DataProblem) {
        var given: [String: String] = [:]
        for (name, value) in parameters where Self.parameterNames.contains(name) { given[name] = value }
        if given.isEmpty { return nil }
        guard let orderText = given["orderBy"] else {
            throw DataProblem("orderBy must be defined when other query parameters are defined")
        }
        guard case .string(let name) = try Self.scalar(orderText, of: "orderBy") else {
            throw DataProblem("orderBy must be a valid JSON encoded path")
        }
        self.init(order: try Order(name))
        if let text = given["equalTo"] {
            guard given["startAt"] == nil, given["startAfter"] == nil, given["endAt"] == nil,
                given["endBefore"] == nil
            else {
                throw DataProblem(
                    "equalTo cannot be specified in addition to startAt, startAfter, endAt or endBefore")
            }
            start = try Self.bound(text, of: "equalTo", includesEqual: true)
            end = start
        }
        if given["startAt"] != nil, given["startAfter"] != nil {
            throw DataProblem("startAt and startAfter cannot both be specified")
        }
        if given["endAt"] != nil, given["endBefore"] != nil {
            throw DataProblem("endAt and endBefore cannot both be specified")
        }
        if let text = given["startAt"] { start = try Self.bound(text, of: "startAt", includesEqual: true) }
        if let text = given["startAfter"] {
            start = try Self.bound(text, of: "startAfter", includesEqual: false)
        }
        if let text = given["endAt"] { end = try Self.bound(text, of: "endAt", includesEqual: true) }
        if let text = given["endBefore"] { end = try Self.bound(text, of: "endBefore", includesEqual: false) }
        if order == .key {
            for bound in [start, end].compactMap(\.self) {
                guard case .string = bound.value else {
                    throw DataProblem("a range of keys must be given by texts when orderBy is \"$key\"")
                }
            }
        }
        switch (given["limitToFirst"], given["limitToLast"]) {
        case (nil, nil): break
        case (let first?, nil): limit = .first(try Self.count(first, of: "limitToFirst"))
        case (nil, let last?): limit = .last(try Self.count(last, of: "limitToLast"))
        case (_?, _?): throw DataProblem("limitToFirst and limitToLast cannot both be specified")
        }
    }

    private static func count(_ text: String, of name: String) throws(DataProblem) -> Int {
        guard let count = Int(text), count > 0, count <= Int32.max else {
            throw DataProblem("\(name) must be a positive integer")
        }
        return count
    }

    /// Reads a value and, after a comma, its key.
    private static func bound(
        _ text: String, of name: String, includesEqual: Bool
    ) throws(DataProblem) -> Bound {
        guard case .array(let parts) = try json("[\(text)]", of: name), (1...2).contains(parts.count) else {
            throw DataProblem("\(name) must be valid JSON: a value, or a value and a key")
        }
        var bound = Bound(try scalar(parts[0], of: name), includesEqual: includesEqual)
        if parts.count == 2 {
            guard let key = parts[1].string else { throw DataProblem("the key of \(name) must be a text") }
            bound.key = DataKey(key)
        }
        return bound
    }

    private static func scalar(_ text: String, of name: String) throws(DataProblem) -> Scalar {
        try scalar(try json(text, of: name), of: name)
    }

    private static func scalar(_ json: JSON, of name: String) throws(DataProblem) -> Scalar {
        switch json {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .string(let text): return .string(text)
        case .number(let digits):
            guard let number = Double(digits), number.isFinite else {
                throw DataProblem("the number of \(name) is too large")
            }
            return .number(number)
        case .array, .object: throw DataProblem("\(name) must be a text, a number, true, false or null")
        }
    }

    private static func json(_ text: String, of name: String) throws(DataProblem) -> JSON {
        do { return try JSONParser.parse(Array(text.utf8)) } catch {
            throw DataProblem("\(name) must be valid JSON: texts have quotes around them")
        }
    }
}

extension DataQuery.Order {
    /// The order's name in a URL.
    package var text: String {
        switch self {
        case .key: "$key"
        case .value: "$value"
        case .priority: "$priority"
        case .child(let path): path.keys.map(\.string).joined(separator: "/")
        }
    }

    /// Reads the order's name.
    package init(_ text: String) throws(DataProblem) {
        switch text {
        case "$key": self = .key
        case "$value": self = .value
        case "$priority": self = .priority
        case _:
            let path = try DatabasePath(text)
            if path.isRoot { throw DataProblem("orderBy must be a valid JSON encoded path") }
            self = .child(path)
        }
    }
}

extension DataQuery.Bound {
    fileprivate var text: String {
        value.node.json + (key.map { "," + DataNode.string($0.string).json } ?? "")
    }
}
