package import JSONText
package import RealtimeDatabaseModel

extension DatabaseValue {
    /// The value of a node.
    package init(_ node: DataNode) {
        switch node {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .number(let number): self = .number(number)
        case .string(let text): self = .string(text)
        case .prioritized(let node, _): self.init(node)
        case .object(let children):
            if let elements = children.elements {
                self = .array(elements.map { DatabaseValue($0) })
            } else {
                self = .object(Children(children.map { ($0.key.string, DatabaseValue($0.value)) }))
            }
        }
    }

    /// The value as JSON; children in the order of their keys, so that requests do not differ from run to run.
    ///
    /// - Throws: ``DataProblem`` for a number that is not finite, and for data that is nested deeper than any database.
    package func json() throws(DataProblem) -> JSON { try json(depth: 0) }

    private func json(depth: Int) throws(DataProblem) -> JSON {
        // Server values are two levels deep and do not count.
        if depth > DatabasePath.maximumDepth + 2 {
            throw DataProblem("the data is deeper than \(DatabasePath.maximumDepth) keys")
        }
        switch self {
        case .null: return .null
        case .boolean(let value): return .boolean(value)
        case .number(let number):
            guard number.isFinite else { throw DataProblem("a number is not finite") }
            return .number(DataNode.text(number))
        case .string(let text): return .string(text)
        case .array(let elements):
            var list: [JSON] = []
            list.reserveCapacity(elements.count)
            for element in elements { list.append(try element.json(depth: depth + 1)) }
            return .array(list)
        case .object(let children):
            var members: [JSON.Member] = []
            members.reserveCapacity(children.count)
            for (key, child) in children {
                members.append(JSON.Member(key, try child.json(depth: depth + 1)))
            }
            return .object(members)
        }
    }

    /// The value of JSON, which may contain server values.
    init(_ json: JSON) throws(DataProblem) {
        switch json {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .number(let digits):
            guard let number = Double(digits) else { throw DataProblem("\(digits) is not a number") }
            self = .number(number)
        case .string(let text): self = .string(text)
        case .array(let elements):
            var list: [DatabaseValue] = []
            for element in elements { list.append(try DatabaseValue(element)) }
            self = .array(list)
        case .object(let members):
            var children = Children()
            for member in members { children[member.name] = try DatabaseValue(member.value) }
            self = .object(children)
        }
    }
}
