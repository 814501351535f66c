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
        case .object(let children):
            if let elements = children.elements {
                self = .array(elements.map { DatabaseValue($0) })
            } else {
                // Keys that differ in their bytes alone are one key to Swift.
                self = .object(Dictionary(children.map { ($0.key.string, DatabaseValue($0.value)) }) { $1 })
            }
        }
    }

    /// The value as JSON; children in the order of their keys, so that requests do not differ from run to run.
    ///
    /// - Throws: ``DataProblem`` for a number that is not finite, and for what is nested deeper than any database.
    package func json() throws(DataProblem) -> JSON { try json(depth: 0) }

    private func json(depth: Int) throws(DataProblem) -> JSON {
        // Server values are two deep and count for none.
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
            for key in children.keys.map({ DataKey($0) }).sorted() {
                guard let child = children[key.string] else { continue }
                members.append(JSON.Member(key.string, try child.json(depth: depth + 1)))
            }
            return .object(members)
        }
    }
}
