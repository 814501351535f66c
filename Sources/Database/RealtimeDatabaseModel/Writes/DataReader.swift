package import JSONText

/// Reads the JSON of a write: checks keys, depth and sizes, and resolves server values.
///
/// Source: https://firebase.google.com/docs/database/rest/save-data#section-server-values,
/// https://firebase.google.com/docs/database/usage/limits
package struct DataReader: Sendable {
    /// The time of the write, in milliseconds since 1970.
    private let now: Double
    private let allowsServerValues: Bool

    /// - Parameter now: The time of the write, in milliseconds since 1970.
    package init(now: Double) { self.init(now: now, allowsServerValues: true) }

    init(now: Double, allowsServerValues: Bool) {
        self.now = now
        self.allowsServerValues = allowsServerValues
    }

    /// Reads the data for a path.
    ///
    /// - Parameters:
    ///   - json: The JSON of the write.
    ///   - existing: The present data, to which increments add; called only for increments.
    ///   - path: The path, for messages and the depth.
    /// - Throws: ``DataProblem``.
    package func node(
        _ json: JSON, over existing: @autoclosure () -> DataNode, at path: DatabasePath
    ) throws(DataProblem) -> DataNode {
        try node(json, over: json.hasIncrement ? existing() : .null, at: path, depth: path.keys.count)
    }

    private func node(
        _ json: JSON, over existing: DataNode, at path: DatabasePath, depth: Int
    ) throws(DataProblem) -> DataNode {
        if depth > DatabasePath.maximumDepth {
            throw DataProblem("the data is deeper than \(DatabasePath.maximumDepth) keys")
        }
        switch json {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(let digits): return .number(try number(digits))
        case .string(let text):
            if text.utf8.count > DataNode.maximumTextLength {
                throw DataProblem("a text is longer than \(DataNode.maximumTextLength) bytes")
            }
            return .string(text)
        case .array(let elements):
            var children = DataChildren()
            for (index, element) in elements.enumerated() where !element.isNull {
                let key = DataKey(index: index)
                children[key] = try node(element, over: existing.child(key), at: path, depth: depth + 1)
            }
            return DataNode(children)
        case .object(let members): return try object(members, over: existing, at: path, depth: depth)
        }
    }

    private func object(
        _ members: [JSON.Member], over existing: DataNode, at path: DatabasePath, depth: Int
    ) throws(DataProblem) -> DataNode {
        if let value = members[".sv"] {
            guard members.count == 1, allowsServerValues else {
                throw DataProblem("\".sv\" stands alone in an object of a write")
            }
            return try serverValue(value, over: existing)
        }
        let priority = try members[".priority"].map { (json) throws(DataProblem) in try self.priority(json) }
        return try content(members, over: existing, at: path, depth: depth).withPriority(priority ?? .null)
    }

    /// Reads a priority: a number, a text, null for none, or the server's time.
    package func priority(_ json: JSON) throws(DataProblem) -> DataNode {
        switch json {
        case .null: return .null
        case .number(let digits): return .number(try number(digits))
        case .string(let text): return .string(text)
        case .object(let members):
            if members.count == 1, allowsServerValues, members[".sv"]?.string == "timestamp" {
                return .number(now)
            }
        case .boolean, .array: break
        }
        throw DataProblem("a priority is a number or a text")
    }

    private func content(
        _ members: [JSON.Member], over existing: DataNode, at path: DatabasePath, depth: Int
    ) throws(DataProblem) -> DataNode {
        if let value = members[".value"] {
            guard members.allSatisfy({ $0.name == ".value" || $0.name == ".priority" }) else {
                throw DataProblem("\".value\" stands in an object with other keys")
            }
            return try node(value, over: existing, at: path, depth: depth).plain
        }
        var children = DataChildren()
        for member in members where member.name != ".priority" {
            let key = DataKey(member.name)
            if let problem = key.problem {
                throw DataProblem("the key \"\(DataProblem.short(member.name))\" \(problem)")
            }
            let child = try node(member.value, over: existing.child(key), at: path, depth: depth + 1)
            // If a name repeats, the last member counts.
            children[key] = child
        }
        return DataNode(children)
    }

    private func serverValue(_ value: JSON, over existing: DataNode) throws(DataProblem) -> DataNode {
        if value.string == "timestamp" { return .number(now) }
        if case .object(let members) = value, members.count == 1,
            case .number(let digits)? = members["increment"]
        {
            guard case .number(let old) = existing.plain else { return .number(try number(digits)) }
            let sum = old + (try number(digits))
            guard sum.isFinite else { throw DataProblem("the sum of an increment is too large") }
            return .number(sum)
        }
        throw DataProblem("\".sv\" is \"timestamp\" or {\"increment\": NUMBER}")
    }

    private func number(_ digits: String) throws(DataProblem) -> Double {
        guard let number = Double(digits), number.isFinite else {
            throw DataProblem("the number \(DataProblem.short(digits)) is too large")
        }
        return number
    }
}
