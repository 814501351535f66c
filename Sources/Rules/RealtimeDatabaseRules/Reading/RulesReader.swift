import PrintableText
import RealtimeDatabaseModel
import RulesCore

/// Reads rules from a file's JSON, and reports everything that is wrong with them.
struct RulesReader {
    /// The most that all regular expressions of a file may take up together.
    private static let mostPatternSize = 500_000

    private let lines: SourceLines
    private(set) var problems: [Diagnostic] = []
    /// All rules, in the order of the file.
    private(set) var statements: [RuleStatement] = []
    /// What is left of that.
    private var patternRoom = RulesReader.mostPatternSize

    init(_ lines: SourceLines) {
        self.lines = lines
    }

    /// Reads the whole file.
    mutating func read(_ file: SourceValue) -> RuleNode {
        guard case .object(let members) = file.kind else {
            report("Expected an object with 'rules', not \(file.typeName).", at: file.place)
            return RuleNode()
        }
        for member in members where member.name != "rules" {
            report("Unexpected property '\(shown(member.name))': only 'rules' is allowed.", at: member.place)
        }
        let rules = members.filter { $0.name == "rules" }
        if let second = rules.dropFirst().first { report("Repeated property 'rules'.", at: second.place) }
        guard let first = rules.first else {
            problems = []
            report("Expected 'rules' property.", at: members.first?.place ?? file.place)
            return RuleNode()
        }
        return node(first.value, at: [])
    }

    private mutating func node(_ value: SourceValue, at path: [String]) -> RuleNode {
        guard case .object(let members) = value.kind else {
            report("Expected an object with rules, not \(value.typeName).", at: value.place)
            return RuleNode()
        }
        var rules: [RuleKind: RuleStatement] = [:]
        var indexes = DatabaseIndexes()
        var children: [DataKey: RuleNode] = [:]
        var wildcard: RuleNode.Wildcard?
        var names: Set<DataKey> = []
        for member in members {
            guard names.insert(DataKey(member.name)).inserted else {
                report("Repeated key '\(shown(member.name))'.", at: member.place)
                continue
            }
            if let kind = RuleKind(rawValue: member.name) {
                rules[kind] = statement(kind, member.value, at: path)
            } else if member.name == ".indexOn" {
                indexes = self.indexes(member.value)
            } else if member.name.hasPrefix(".") {
                report(
                    "Unknown rule '\(shown(member.name))': rules are .read, .write, .validate and .indexOn.",
                    at: member.place)
            } else if member.name.hasPrefix("$") {
                checkVariable(member, besides: wildcard, at: path)
                wildcard = RuleNode.Wildcard(
                    name: member.name, node: node(member.value, at: path + [member.name]))
            } else {
                checkKey(member)
                children[DataKey(member.name)] = node(member.value, at: path + [member.name])
            }
        }
        return RuleNode(rules: rules, indexes: indexes, children: children, wildcard: wildcard)
    }

    private mutating func checkKey(_ member: SourceValue.Member) {
        guard let problem = DataKey(member.name).problem else { return }
        let hasForbidden = member.name.unicodeScalars.contains { ".#$/[]".unicodeScalars.contains($0) }
        report(
            hasForbidden
                ? ##"Key names can't contain ".", "#", "$", "/", "[", or "]" (unbound names start with "$")"##
                : "This key \(problem).", at: member.place)
    }

    private mutating func checkVariable(
        _ member: SourceValue.Member, besides other: RuleNode.Wildcard?, at path: [String]
    ) {
        let key = DataKey(String(member.name.dropFirst()))
        if let problem = key.problem {
            report("The variable's name \(problem).", at: member.place)
        } else if let other {
            report(
                "There can be only one variable here, and '\(shown(other.name))' is one already.",
                at: member.place)
        } else if path.contains(where: { DataKey($0) == DataKey(member.name) }) {
            report("The path already has a variable '\(shown(member.name))'.", at: member.place)
        }
    }

    private mutating func indexes(_ value: SourceValue) -> DatabaseIndexes {
        var indexes = DatabaseIndexes()
        let elements =
            switch value.kind {
            case .array(let elements): elements
            case .object, .string, .number, .boolean, .null: [value]
            }
        for element in elements {
            guard case .string(let name) = element.kind else {
                report(
                    "Expected .indexOn to be a string or a list of strings, not \(element.typeName).",
                    at: element.place)
                continue
            }
            if name.text == ".value" {
                indexes.includesValue = true
            } else if let path = try? DatabasePath(name.text), !path.isRoot {
                indexes.children.insert(path)
            } else {
                report(
                    "'\(shown(name.text))' is neither the path of a child nor '.value'.", at: element.place)
            }
        }
        return indexes
    }

    private mutating func statement(_ kind: RuleKind, _ value: SourceValue, at path: [String])
        -> RuleStatement?
    {
        let text: SourceString
        switch value.kind {
        case .string(let string): text = string
        case .boolean(let boolean): text = SourceString("\(boolean)", at: value.place.lowerBound)
        case .object, .array, .number, .null:
            report(
                "Expected \(kind.rawValue) to be a string or a boolean, not \(value.typeName).",
                at: value.place)
            return nil
        }
        do {
            var parser = try ExpressionParser(text.scalars, patternRoom: patternRoom)
            defer { patternRoom = parser.patternRoom }
            let condition = try parser.parse()
            let statement = RuleStatement(
                kind: kind, id: statements.count, path: path, condition: condition, text: text,
                expressionCount: parser.count)
            try TypeChecker(statement).check()
            statements.append(statement)
            return statement
        } catch {
            report(error.message, at: text.offsets(error.range), hint: error.hint)
            return nil
        }
    }

    private func shown(_ name: String) -> String { name.printable(limit: 60) }

    private mutating func report(_ message: String, at offsets: Range<Int>, hint: String? = nil) {
        problems.append(Diagnostic(.error, message, at: lines.range(offsets), hint: hint))
    }
}
