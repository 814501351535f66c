package import JSONText

/// Nodes as JSON, in the format of the REST API.
///
/// Source: https://firebase.google.com/docs/reference/rest/database
extension DataNode {
    /// The maximum size of a text, in bytes.
    package static let maximumTextLength = 10 * 1024 * 1024

    /// Writes the node. Children whose keys are the numbers of a list that is at least half full are written as a list.
    ///
    /// - Parameters:
    ///   - writer: Receives the text.
    ///   - rendersArrays: False for the export format, which has priorities and no lists.
    package func write(to writer: inout JSONWriter, rendersArrays: Bool = true) {
        switch self {
        case .null: writer.null()
        case .boolean(let value): writer.boolean(value)
        case .number(let number): writer.raw(DataNode.text(number))
        case .string(let text): writer.string(text)
        case .object(let children):
            if rendersArrays, let elements = children.elements {
                writer.array(elements) { $1.write(to: &$0) }
            } else {
                writer.object { children.writeMembers(to: &$0, rendersArrays: rendersArrays) }
            }
        case .prioritized(let node, let priority):
            if rendersArrays { return node.write(to: &writer) }
            writer.object { writer in
                if case .object(let children) = node {
                    children.writeMembers(to: &writer, rendersArrays: false)
                } else {
                    writer.member(".value") { node.write(to: &$0) }
                }
                writer.member(".priority") { priority.write(to: &$0) }
            }
        }
    }

    /// The node as text, on one line.
    package var json: String { String(decoding: jsonBytes, as: UTF8.self) }

    /// The node as bytes of JSON, on one line.
    package var jsonBytes: [UInt8] {
        var writer = JSONWriter(.compact)
        write(to: &writer)
        return writer.bytes
    }

    /// The node in the export format as a tree, with priorities and without lists.
    package var tree: JSON {
        switch self {
        case .null: .null
        case .boolean(let boolean): .boolean(boolean)
        case .number(let number): .number(DataNode.text(number))
        case .string(let text): .string(text)
        case .object(let children): .object(children.map { JSON.Member($0.key.string, $0.value.tree) })
        case .prioritized(let value, let priority): value.tree.with(priority: priority.tree)
        }
    }

    /// The digits of a number, without a point if it is whole.
    package static func text(_ number: Double) -> String {
        if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
        return number.description
    }

    /// Reads a node without server values, such as a server's response.
    ///
    /// - Throws: ``DataProblem`` for data that no database can hold.
    package init(_ json: JSON) throws(DataProblem) {
        self = try DataReader(now: 0, allowsServerValues: false).node(json, over: .null, at: .root)
    }

    /// Reads a node from bytes of JSON.
    ///
    /// - Throws: ``DataProblem``.
    package init(json bytes: [UInt8]) throws(DataProblem) {
        let json: JSON
        do { json = try JSONParser.parse(bytes) } catch { throw DataProblem(error.description) }
        try self.init(json)
    }
}

extension DataChildren {
    fileprivate func writeMembers(to writer: inout JSONWriter, rendersArrays: Bool) {
        for (key, child) in self {
            writer.member(key.string) { child.write(to: &$0, rendersArrays: rendersArrays) }
        }
    }

    /// The children as the elements of a list, with null for missing ones; nil if they are not a list.
    package var elements: [DataNode]? {
        // Numbers come first, so the last key shows whether all are.
        guard let highest = last?.key.index, highest < 2 * count else { return nil }
        var elements = [DataNode](repeating: .null, count: highest + 1)
        for (key, child) in self {
            guard let index = key.index else { return nil }
            elements[index] = child
        }
        return elements
    }
}

extension JSON {
    /// A value with a priority, as the REST API writes it.
    package func with(priority: JSON) -> JSON {
        let own = JSON.Member(".priority", priority)
        if case .object(let members) = self { return .object(members + [own]) }
        return .object([JSON.Member(".value", self), own])
    }
}
