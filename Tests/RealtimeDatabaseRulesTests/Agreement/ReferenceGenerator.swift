import TestSupport

/// Makes random conditions that the checker takes.
struct ReferenceGenerator {
    static let keys = ["a", "b", "c"]

    var random: SeededGenerator
    /// The variables that are known, and whether there is data to be.
    var variables: [String] = []
    var isWrite = false

    mutating func boolean(_ depth: Int) -> ReferenceExpression {
        switch depth > 0 ? random.int(0...11) : random.int(8...11) {
        case 0, 1: return logical("&&", depth)
        case 2, 3: return logical("||", depth)
        case 4:
            let operand = boolean(depth - 1)
            return ReferenceExpression(text: "!(\(operand.text))") { scope in
                .boolean(try operand.value(scope) != .boolean(true))
            }
        case 5:
            let (test, first, second) = (boolean(depth - 1), boolean(depth - 1), boolean(depth - 1))
            return ReferenceExpression(text: "((\(test.text)) ? \(first.text) : (\(second.text)))") { scope in
                try (try test.value(scope) == .boolean(true) ? first : second).value(scope)
            }
        case 6: return equality(depth)
        case 7: return comparison(depth)
        case 8: return question(depth)
        case 9: return equality(0)
        case 10: return comparison(0)
        default:
            let isTrue = random.oneIn(2)
            return ReferenceExpression(text: "\(isTrue)") { _ in .boolean(isTrue) }
        }
    }

    private mutating func logical(_ sign: String, _ depth: Int) -> ReferenceExpression {
        let operands = random.int(2...3)
        let parts = (0..<operands).map { _ in boolean(depth - 1) }
        let deciding = sign == "||"
        return ReferenceExpression(text: parts.map { "(\($0.text))" }.joined(separator: " \(sign) ")) {
            scope in
            for part in parts where try part.value(scope) == .boolean(deciding) { return .boolean(deciding) }
            return .boolean(!deciding)
        }
    }

    private mutating func equality(_ depth: Int) -> ReferenceExpression {
        let (left, right) = (scalar(depth), scalar(depth))
        let sign = random.pick(["==", "===", "!=", "!=="])
        return ReferenceExpression(text: "\(left.text) \(sign) \(right.text)") { scope in
            let isSame = try left.value(scope) == right.value(scope)
            return .boolean(isSame == sign.hasPrefix("="))
        }
    }

    private mutating func comparison(_ depth: Int) -> ReferenceExpression {
        let (left, right) = (stored(), stored())
        let sign = random.pick(["<", "<=", ">", ">="])
        return ReferenceExpression(text: "\(left.text) \(sign) \(right.text)") { scope in
            func apply<Value: Comparable>(_ a: Value, _ b: Value) -> ReferenceValue {
                switch sign {
                case "<": .boolean(a < b)
                case "<=": .boolean(a <= b)
                case ">": .boolean(a > b)
                default: .boolean(a >= b)
                }
            }
            switch (try left.value(scope), try right.value(scope)) {
            case (.number(let a), .number(let b)): return apply(a, b)
            case (.string(let a), .string(let b)): return apply(a, b)
            default: throw ReferenceError()
            }
        }
    }

    private mutating func question(_ depth: Int) -> ReferenceExpression {
        let snapshot = snapshot()
        let key = random.pick(Self.keys)
        let questions: [(String, @Sendable (ReferenceValue) -> Bool)] = [
            ("exists()", { $0 != .null }),
            ("isNumber()", { if case .number = $0 { true } else { false } }),
            ("isString()", { if case .string = $0 { true } else { false } }),
            ("isBoolean()", { if case .boolean = $0 { true } else { false } }),
            ("hasChildren()", { if case .tree = $0 { true } else { false } }),
            ("hasChild('\(key)')", { $0.at([key]) != .null }),
            ("hasChildren(['a', '\(key)'])", { $0.at([key]) != .null && $0.at(["a"]) != .null }),
        ]
        let (call, answer) = random.pick(questions)
        return ReferenceExpression(text: "\(snapshot.text).\(call)") { scope in
            .boolean(answer(try Self.look(snapshot, scope)))
        }
    }

    /// An expression of a snapshot.
    private mutating func snapshot() -> ReferenceExpression {
        let base = random.pick(isWrite ? ["root", "data", "newData"] : ["root", "data"])
        var current = ReferenceExpression(text: base) { scope in
            .place(isNew: base == "newData", base == "root" ? [] : scope.keys)
        }
        for _ in 0..<random.int(0...3) {
            let receiver = current
            if random.oneIn(3) {
                current = ReferenceExpression(text: receiver.text + ".parent()") { scope in
                    guard case .place(let isNew, let keys) = try receiver.value(scope), !keys.isEmpty else {
                        throw ReferenceError()
                    }
                    return .place(isNew: isNew, keys.dropLast())
                }
            } else {
                let path = text()
                current = ReferenceExpression(text: "\(receiver.text).child(\(path.text))") { scope in
                    guard case .place(let isNew, let keys) = try receiver.value(scope),
                        case .string(let path) = try path.value(scope)
                    else { throw ReferenceError() }
                    return .place(isNew: isNew, keys + path.split(separator: "/").map(String.init))
                }
            }
        }
        return current
    }

    /// Something that may be a text.
    private mutating func text() -> ReferenceExpression {
        switch random.int(0...5) {
        case 0 where !variables.isEmpty: return variable()
        case 1: return Self.uid
        case 2:
            let key = random.pick(Self.keys)
            return ReferenceExpression(text: "('\(key)/' + auth.uid)") { scope in
                guard let uid = scope.uid else { throw ReferenceError() }
                return .string("\(key)/\(uid)")
            }
        default:
            let key = random.pick(Self.keys + ["a/b", "", "x.y"])
            return ReferenceExpression(text: "'\(key)'") { _ in .string(key) }
        }
    }

    private mutating func scalar(_ depth: Int) -> ReferenceExpression {
        switch random.int(0...6) {
        case 0: return ReferenceExpression(text: "null") { _ in .null }
        case 1: return number()
        case 2: return text()
        case 3 where depth > 0:
            let inner = boolean(depth - 1)
            return ReferenceExpression(text: "(\(inner.text))", value: inner.value)
        default: return stored()
        }
    }

    private mutating func number() -> ReferenceExpression {
        let (first, second) = (random.int(0...3), random.int(1...3))
        let sign = random.pick(["+", "-", "*", "/", "%"])
        let (a, b) = (Double(first), Double(second))
        let result =
            switch sign {
            case "+": a + b
            case "-": a - b
            case "*": a * b
            case "/": a / b
            default: a.truncatingRemainder(dividingBy: b)
            }
        return ReferenceExpression(text: "\(first) \(sign) \(second)") { _ in .number(result) }
    }

    /// What is in the database.
    private mutating func stored() -> ReferenceExpression {
        let snapshot = snapshot()
        return ReferenceExpression(text: "\(snapshot.text).val()") { scope in try Self.look(snapshot, scope) }
    }

    private mutating func variable() -> ReferenceExpression {
        let name = random.pick(variables)
        return ReferenceExpression(text: name) { scope in .string(scope.variables[name] ?? "") }
    }

    private static let uid = ReferenceExpression(text: "auth.uid") { scope in
        scope.uid.map { .string($0) } ?? .null
    }

    private static func look(_ snapshot: ReferenceExpression, _ scope: ReferenceScope) throws
        -> ReferenceValue
    {
        guard case .place(let isNew, let keys) = try snapshot.value(scope) else { throw ReferenceError() }
        return (isNew ? scope.new ?? .null : scope.old).at(keys)
    }
}

extension ReferenceGenerator {
    mutating func rules() -> ReferenceRules {
        var rules = ReferenceRules()
        add(to: &rules, at: [], depth: 3)
        return rules
    }

    private mutating func add(to rules: inout ReferenceRules, at path: [String], depth: Int) {
        variables = path.filter { $0.hasPrefix("$") }
        for kind in [".read", ".write", ".validate"] where random.oneIn(kind == ".validate" ? 3 : 2) {
            isWrite = kind != ".read"
            // Enough of what is asked for is allowed, so that it matters what does not.
            let isOpen = random.oneIn(3)
            rules.rules.append(
                (path, kind, isOpen ? ReferenceExpression(text: "true") { _ in .boolean(true) } : boolean(3)))
        }
        if depth == 0 { return }
        for name in Self.keys + ["$v\(path.count)"] where random.oneIn(2) {
            rules.nodes.insert(path + [name])
            add(to: &rules, at: path + [name], depth: depth - 1)
        }
    }

    mutating func tree(_ depth: Int) -> ReferenceValue {
        switch depth > 0 ? random.int(0...9) : random.int(0...4) {
        case 0: return .null
        case 1: return .boolean(random.oneIn(2))
        case 2, 3: return .number(Double(random.int(0...4)))
        case 4: return .string(random.pick(Self.keys))
        default:
            var members: [String: ReferenceValue] = [:]
            for key in Self.keys where random.oneIn(2) {
                let child = tree(depth - 1)
                if child != .null { members[key] = child }
            }
            return members.isEmpty ? .null : .tree(members)
        }
    }

    mutating func path() -> [String] { random.list(0...4) { $0.pick(ReferenceGenerator.keys) } }
}
