import TestSupport

extension RuleGenerator {
    /// An expression of any kind.
    mutating func anything(depth: Int) -> RuleTerm {
        switch random.int(0...11) {
        case 0...2: text(depth: depth)
        case 3, 4: number(depth: depth)
        case 5: list(depth: depth)
        case 6: map(depth: depth)
        case 7: time(depth: depth)
        case 8: path(depth: depth)
        case 9: boolean(depth: max(depth, 2))
        case 10: random.pick(["null", "request.auth", "resource", "resource.data", "undefined"])
        default: field(random.pick(RuleRequestGenerator.fieldNames))
        }
    }

    /// A member of the document as it is, as it will be, or of another one.
    mutating func field(_ name: String) -> RuleTerm { "\(data()).\(name)" }

    private mutating func data() -> RuleTerm {
        switch random.int(0...9) {
        case 0...3: "resource.data"
        case 4...7: "request.resource.data"
        case 8: "get(\(prefix())/fixed/\(random.pick(["a", "b"]))).data"
        default: "getAfter(\(prefix())/fixed/\(random.pick(["a", "b"]))).data"
        }
    }

    private func prefix() -> String {
        "/databases/\(scope.hasDatabase ? "$(database)" : "(default)")/documents"
    }

    private mutating func variable() -> RuleTerm? {
        if scope.variables.isEmpty { return nil }
        let name = random.pick(scope.variables)
        return "\(name)"
    }

    mutating func text(depth: Int) -> RuleTerm {
        switch random.int(0...15) {
        case 0...2: "'\(random.pick(["alice", "bob", "a", "b", "x", ""]))'"
        case 3...5: "request.auth.uid"
        case 6, 7: variable() ?? "'a'"
        case 8, 9: field("owner")
        case 10: field("s")
        case 11: random.pick(["request.method", "resource.id", "request.auth.token.name"])
        case 12 where depth < 3: "string(\(anything(depth: depth + 1)))"
        case 13 where depth < 3: "\(text(depth: depth + 1)) + \(text(depth: depth + 1))"
        case 14 where depth < 3: "\(path(depth: depth + 1))[\(random.pick(["0", "3", "4", "5"]))]"
        case 15: "\(data()).get('s', 'none')"
        default: "'a'"
        }
    }

    mutating func number(depth: Int) -> RuleTerm {
        switch random.int(0...15) {
        case 0...4: "\(random.pick(["0", "1", "2", "3", "5", "-1", "1.0", "2.5", "9223372036854775807"]))"
        case 5...7: field(random.pick(["n", "n", "f"]))
        case 8: field("m") + ".k"
        case 9 where depth < 3:
            "\(number(depth: depth + 1)) \(random.pick(["+", "-", "*", "/", "%"])) \(number(depth: depth + 1))"
        case 10: "\(list(depth: depth + 1)).size()"
        case 11: "\(text(depth: depth + 1)).size()"
        case 12: "\(map(depth: depth + 1)).size()"
        case 13: random.pick(["request.query.limit", "request.auth.token.level", "request.query.offset"])
        case 14: "\(data()).get('n', 0)"
        case 15: "-\(field("n"))"
        default: "4"
        }
    }

    mutating func list(depth: Int) -> RuleTerm {
        switch random.int(0...9) {
        case 0...3:
            "[\(list: random.list(0...3) { "\($0.pick(["'alice'", "'a'", "'b'", "'k'", "1", "'n'", "'owner'"]))" })]"
        case 4, 5: field("tags")
        case 6: "\(map(depth: depth + 1)).keys()"
        case 7: "request.auth.token.roles"
        case 8 where depth < 3: "\(list(depth: depth + 1)).concat(\(list(depth: depth + 1)))"
        case 9 where depth < 3: "\(list(depth: depth + 1)).toSet()"
        default: "['a', 'b']"
        }
    }

    mutating func map(depth: Int) -> RuleTerm {
        switch random.int(0...7) {
        case 0...3: data()
        case 4: field("m")
        case 5: random.pick(["request.auth.token", "request.auth", "resource", "request.resource"])
        case 6 where depth < 3: "{'k': \(anything(depth: depth + 1)), 'n': 1}"
        default: "{'k': 1}"
        }
    }

    mutating func time(depth: Int) -> RuleTerm {
        switch random.int(0...7) {
        case 0...2: "request.time"
        case 3...5: field("t")
        case 6 where depth < 3:
            "\(time(depth: depth + 1)) \(random.pick(["+", "-"])) duration.value(\(random.pick(["1", "5"])), 'h')"
        default: "timestamp.date(2024, 1, 1)"
        }
    }

    mutating func path(depth: Int) -> RuleTerm {
        random.oneIn(2) ? "request.path" : documentPath(depth: depth)
    }

    mutating func documentPath(depth: Int) -> RuleTerm {
        switch random.int(0...9) {
        case 0...3:
            "\(prefix())/\(random.pick(["c", "d", "fixed", "c/a/sub"]))/\(random.pick(["a", "b", "x"]))"
        case 4, 5: "\(prefix())/\(random.pick(["c", "d"]))/$(\(text(depth: depth + 1)))"
        case 6: field("ref")
        case 7: "request.path"
        case 8: "resource.__name__"
        default: "\(prefix())/c/$(request.auth.uid)"
        }
    }
}

extension RuleTerm {
    fileprivate static func + (term: RuleTerm, text: String) -> RuleTerm { "\(term)\(text)" }
}
