import FirestoreModel

/// A place in a suite: reads the value there, and reports what is wrong with it.
struct SuiteCursor {
    let node: SuiteNode
    let file: String
    /// Where it is, such as `cases[2].expect`.
    let path: String
    /// The line of the key that leads here, for nodes without a line of their own.
    private let keyLine: Int?

    init(_ node: SuiteNode, file: String, path: String = "", keyLine: Int? = nil) {
        self.node = node
        self.file = file
        self.path = path
        self.keyLine = keyLine
    }

    var line: Int? { node.line ?? keyLine }

    func problem(_ message: String) -> SuiteProblem {
        SuiteProblem(file: file, line: keyLine ?? line, path: path, message)
    }

    private func wrong(_ expected: String) -> SuiteProblem {
        problem("expected \(expected), found \(node.kind)")
    }

    // MARK: The value here

    func string() throws(SuiteProblem) -> String {
        switch node.content {
        case .string(let text): return text
        // Ids are often digits.
        case .int(let number): return String(number)
        default: throw wrong("a text")
        }
    }

    func int() throws(SuiteProblem) -> Int {
        guard case .int(let number) = node.content, let int = Int(exactly: number) else {
            throw wrong("a whole number")
        }
        return int
    }

    /// A point in time.
    func time() throws(SuiteProblem) -> Timestamp {
        guard let time = Timestamp(rfc3339: try string()) else {
            throw problem("expected a time such as 2026-01-01T12:00:00Z")
        }
        return time
    }

    func elements() throws(SuiteProblem) -> [SuiteCursor] {
        guard case .list(let elements) = node.content else { throw wrong("a list") }
        return elements.enumerated().map { index, element in
            SuiteCursor(element, file: file, path: "\(path)[\(index)]", keyLine: element.line ?? line)
        }
    }

    func entries() throws(SuiteProblem) -> [(key: String, value: SuiteCursor)] {
        guard case .map(let entries) = node.content else { throw wrong("a map") }
        return entries.map { ($0.key, cursor($0)) }
    }

    /// The members of a map that may have only these.
    func members(_ names: [String], of kind: String) throws(SuiteProblem) -> [String: SuiteCursor] {
        guard case .map(let entries) = node.content else { throw wrong("a map") }
        var members: [String: SuiteCursor] = [:]
        for entry in entries {
            guard names.contains(entry.key) else {
                throw cursor(entry).problem(
                    "\(kind) has no \"\(entry.key)\"; it may have: \(names.joined(separator: ", "))")
            }
            if members.updateValue(cursor(entry), forKey: entry.key) != nil {
                throw cursor(entry).problem("this stands here twice")
            }
        }
        return members
    }

    private func cursor(_ entry: SuiteNode.Entry) -> SuiteCursor {
        SuiteCursor(
            entry.value, file: file, path: path.isEmpty ? entry.key : "\(path).\(entry.key)",
            keyLine: entry.line ?? line)
    }
}
