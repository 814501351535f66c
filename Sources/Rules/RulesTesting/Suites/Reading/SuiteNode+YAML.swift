import Yams

extension SuiteNode {
    /// The greatest depth and size of a file with its aliases expanded.
    private static let limits = (depth: 100, nodes: 1_000_000)

    /// Reads YAML 1.2, in which `yes` and `on` are texts.
    static func yaml(_ text: String, file: String) throws(SuiteProblem) -> SuiteNode {
        if let line = lineNestedTooDeeply(text) {
            throw SuiteProblem(file: file, line: line, "this is nested more than \(limits.depth) levels deep")
        }
        let root: Node?
        do {
            root = try compose(yaml: text, .basic)
        } catch {
            throw problem(error, file: file)
        }
        guard let root else { throw SuiteProblem(file: file, "the file is empty") }
        var count = 0
        return try node(root, file: file, depth: 0, count: &count)
    }

    private static func node(
        _ node: Node, file: String, depth: Int, count: inout Int
    ) throws(SuiteProblem) -> SuiteNode {
        count += 1
        let line = node.mark?.line
        if depth > limits.depth || count > limits.nodes {
            throw SuiteProblem(
                file: file, line: line,
                depth > limits.depth
                    ? "this is nested more than \(limits.depth) levels deep"
                    : "the file is too large, once its aliases are written out")
        }
        switch node {
        case .scalar(let scalar):
            return SuiteNode(
                content: scalar.style == .plain ? plain(scalar.string) : .string(scalar.string), line: line)
        case .sequence(let sequence):
            var elements: [SuiteNode] = []
            for element in sequence {
                elements.append(try self.node(element, file: file, depth: depth + 1, count: &count))
            }
            return SuiteNode(content: .list(elements), line: line)
        case .mapping(let mapping):
            var entries: [Entry] = []
            for (key, value) in mapping {
                guard case .scalar(let name) = key else {
                    throw SuiteProblem(file: file, line: key.mark?.line, "a key must be a text")
                }
                let value = try self.node(value, file: file, depth: depth + 1, count: &count)
                entries.append(Entry(key: name.string, value: value, line: key.mark?.line))
            }
            return SuiteNode(content: .map(entries), line: line)
        case .alias(let alias):
            throw SuiteProblem(
                file: file, line: alias.mark?.line, "there is no anchor for the alias *\(alias.anchor)")
        }
    }

    /// A scalar without quotes, as YAML's core schema reads it.
    private static func plain(_ text: String) -> Content {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        case ".inf", ".Inf", ".INF", "+.inf": return .double(.infinity)
        case "-.inf", "-.Inf", "-.INF": return .double(-.infinity)
        case ".nan", ".NaN", ".NAN": return .double(.nan)
        default: break
        }
        if text.hasPrefix("0x"), let number = Int64(text.dropFirst(2), radix: 16) { return .int(number) }
        if text.hasPrefix("0o"), let number = Int64(text.dropFirst(2), radix: 8) { return .int(number) }
        if let number = Int64(text) { return .int(number) }
        // Swift reads more than YAML does, such as hexadecimal fractions and `nan`.
        let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        if isNumber, text.utf8.contains(where: { (0x30...0x39).contains($0) }), let number = Double(text) {
            return .double(number)
        }
        return .string(text)
    }

    /// The line where brackets or dashes are nested more deeply than any suite needs. The YAML library is recursive.
    private static func lineNestedTooDeeply(_ text: String) -> Int? {
        var (line, depth, columns) = (1, 0, 0)
        var isIndentation = true
        for byte in text.utf8 {
            switch byte {
            // In YAML, a carriage return also ends a line.
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if byte == UInt8(ascii: "\n") { line += 1 }
                columns = 0
                isIndentation = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                isIndentation = false
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(0, depth - 1)
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"):
                if isIndentation { columns += 1 }
            default: isIndentation = false
            }
            if depth > 10 * limits.depth || columns > 20 * limits.depth { return line }
        }
        return nil
    }

    private static func problem(_ error: any Error, file: String) -> SuiteProblem {
        guard let error = error as? YamlError else { return SuiteProblem(file: file, "this is not YAML") }
        switch error {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            return SuiteProblem(file: file, line: mark.line, "this is not YAML: \(problem)")
        case .duplicatedKeysInMapping(let duplicates, _):
            let keys = duplicates.map { String(describing: $0) }
            return SuiteProblem(file: file, "a map has the same key twice: \(keys.joined(separator: ", "))")
        default: return SuiteProblem(file: file, "this is not YAML")
        }
    }
}
