import CoreValues

/// Builds the tree of a YAML text.
struct YAMLReader: ~Copyable {
    /// A value with what it adds to a tree.
    private struct Branch {
        let node: SuiteNode
        /// A scalar as it is written.
        var text: String?
        var size = 1
        var depth = 1
    }

    private struct Key: ExactText {
        let string: String
        init(_ string: String) { self.string = string }
    }

    /// The greatest depth and size of a text with its aliases written out.
    private static let limits = (depth: 100, size: 1_000_000)

    private let file: String
    private var events: YAMLEvents
    private var anchors: [String: Branch] = [:]
    /// How many values there are so far.
    private var size = 0

    /// - Parameter file: The name of the file, for messages.
    init(_ text: String, file: String) {
        self.file = file
        events = YAMLEvents(text)
    }

    /// Reads the only document of the text.
    mutating func document() throws(SuiteProblem) -> SuiteNode {
        var event = try next()
        while event.kind != .documentStart {
            if event.kind == .streamEnd { throw SuiteProblem(file: file, "the file is empty") }
            event = try next()
        }
        let root = try branch(try next(), depth: 1)
        while event.kind != .streamEnd {
            event = try next()
            if event.kind == .documentStart {
                throw problem("a file has one document, and a second one begins here", event)
            }
        }
        return root.node
    }

    /// Reads the value that begins with an event.
    private mutating func branch(_ event: YAMLEvent, depth: Int) throws(SuiteProblem) -> Branch {
        if depth > YAMLReader.limits.depth { throw nestedTooDeeply(event) }
        let sizeBefore = size
        size += 1
        var branch: Branch
        switch event.kind {
        case .alias(let name):
            guard let known = anchors[name] else {
                throw problem("this is not YAML: found undefined alias", event)
            }
            branch = known
            size += known.size - 1
            if depth + known.depth - 1 > YAMLReader.limits.depth { throw nestedTooDeeply(event) }
        case .listStart: branch = try list(event, depth: depth)
        case .mapStart: branch = try map(event, depth: depth)
        case .scalar(let text, let isPlain):
            let content = isPlain ? SuiteNode.Content.plain(text) : .string(text)
            branch = Branch(node: SuiteNode(content: content, line: event.line), text: text)
        case .end, .documentStart, .streamEnd, .other:
            throw problem("this is not YAML: a value is missing", event)
        }
        if size > YAMLReader.limits.size {
            throw problem("the file is too large, once its aliases are written out", event)
        }
        branch.size = size - sizeBefore
        if let anchor = event.anchor { anchors[anchor] = branch }
        return branch
    }

    private mutating func list(_ start: YAMLEvent, depth: Int) throws(SuiteProblem) -> Branch {
        var elements: [SuiteNode] = []
        var innerDepth = 0
        var event = try next()
        while event.kind != .end {
            let element = try branch(event, depth: depth + 1)
            innerDepth = max(innerDepth, element.depth)
            elements.append(element.node)
            event = try next()
        }
        return Branch(node: SuiteNode(content: .list(elements), line: start.line), depth: innerDepth + 1)
    }

    private mutating func map(_ start: YAMLEvent, depth: Int) throws(SuiteProblem) -> Branch {
        var entries: [SuiteNode.Entry] = []
        var names: Set<Key> = []
        var innerDepth = 0
        var event = try next()
        while event.kind != .end {
            guard let name = try branch(event, depth: depth + 1).text else {
                throw problem("a key must be a text", event)
            }
            if !names.insert(Key(name)).inserted {
                throw problem("a map has the same key twice: \(name)", event)
            }
            let value = try branch(try next(), depth: depth + 1)
            innerDepth = max(innerDepth, value.depth)
            entries.append(SuiteNode.Entry(key: name, value: value.node, line: event.line))
            event = try next()
        }
        return Branch(node: SuiteNode(content: .map(entries), line: start.line), depth: innerDepth + 1)
    }

    private mutating func next() throws(SuiteProblem) -> YAMLEvent {
        do throws(YAMLEvents.Problem) {
            return try events.next()
        } catch {
            throw SuiteProblem(file: file, line: error.line, "this is not YAML: \(error.text)")
        }
    }

    private func problem(_ text: String, _ event: YAMLEvent) -> SuiteProblem {
        SuiteProblem(file: file, line: event.line, text)
    }

    private func nestedTooDeeply(_ event: YAMLEvent) -> SuiteProblem {
        problem("this is nested more than \(YAMLReader.limits.depth) levels deep", event)
    }
}
