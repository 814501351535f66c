import TestSupport

extension RuleGenerator {
    /// An expression that is mostly a bool.
    mutating func boolean(depth: Int) -> RuleTerm {
        if depth < 3, random.int(0...9) < 5 - depth { return connective(depth: depth + 1) }
        if isLong, random.oneIn(3) { return long() }
        switch random.int(0...29) {
        case 0...3: return who()
        case 4...6: return "\(text(depth: depth)) == \(text(depth: depth))"
        case 7...9:
            let sign = random.pick(["<", "<=", ">", ">=", "==", "!="])
            return "\(number(depth: depth)) \(sign) \(number(depth: depth))"
        case 10...12: return "\(text(depth: depth)) in \(list(depth: depth))"
        case 13: return "'\(random.pick(["k", "n", "owner", "id"]))' in \(map(depth: depth))"
        case 14: return kindTest()
        case 15, 16: return "\(random.oneIn(3) ? "existsAfter" : "exists")(\(documentPath(depth: depth)))"
        case 17, 18: return changes()
        case 19, 20:
            let method = random.pick(["hasAll", "hasAny", "hasOnly"])
            return "\(list(depth: depth)).\(method)(\(list(depth: depth)))"
        case 21:
            let pattern = random.pick(["a.*", "[a-z]+", "", "alice|bob", ".", "(?i)A"])
            return "\(text(depth: depth)).matches('\(pattern)')"
        case 22, 23:
            let sign = random.pick(["<", "<=", "==", ">="])
            return "\(time(depth: depth)) \(sign) \(time(depth: depth))"
        case 24: return "resource \(random.pick(["==", "!="])) null"
        case 25: return "\(anything(depth: depth)) \(random.pick(["==", "!="])) \(anything(depth: depth))"
        case 26: return "\(field("flag"))"
        case 27: return random.pick(["true", "false", "request.query.limit <= 2", "request.method == 'get'"])
        default: return call(depth: depth) ?? who()
        }
    }

    private mutating func connective(depth: Int) -> RuleTerm {
        switch random.int(0...9) {
        case 0...3: "(\(boolean(depth: depth)) && \(boolean(depth: depth)))"
        case 4...6: "(\(boolean(depth: depth)) || \(boolean(depth: depth)))"
        case 7: "!(\(boolean(depth: depth)))"
        case 8: "(\(boolean(depth: depth)) ? \(boolean(depth: depth)) : \(boolean(depth: depth)))"
        default: call(depth: depth) ?? "(\(boolean(depth: depth)) && \(boolean(depth: depth)))"
        }
    }

    /// A condition that takes much of the budget.
    private mutating func long() -> RuleTerm {
        let count = random.pick([20, 50, 100, 200, 300, 400, 480])
        let list: RuleTerm = "[\(Array(repeating: "1", count: count).joined(separator: ", "))]"
        return random.pick([
            "\(list).size() > 0", "\(list) == []", "1 in \(list)", "\(list)[0] == 1", "\(list).hasAny([1])",
            "\(list)[0:1] == [1]", "!(\(list) == [])", "\(list) is map",
        ])
    }

    private mutating func who() -> RuleTerm {
        random.pick([
            "request.auth != null", "request.auth == null", "request.auth.uid != null",
            "request.auth.uid == 'alice'", "request.auth.uid == resource.data.owner",
            "request.auth.uid == request.resource.data.owner", "request.auth.token.admin == true",
            "request.auth.token.level > 2", "'editor' in request.auth.token.roles",
            "resource.data.owner == request.auth.uid", "request.auth.uid in resource.data.tags",
        ])
    }

    private mutating func kindTest() -> RuleTerm {
        let kind = random.pick([
            "int", "string", "float", "number", "list", "map", "bool", "timestamp", "path", "bytes",
        ])
        return "\(anything(depth: 2)) is \(kind)"
    }

    /// What a write changes.
    private mutating func changes() -> RuleTerm {
        let keys: [RuleTerm] = random.list(0...3) { "'\($0.pick(RuleRequestGenerator.fieldNames))'" }
        let method = random.pick(["affectedKeys", "affectedKeys", "changedKeys", "addedKeys", "removedKeys"])
        let test = random.pick(["hasOnly", "hasOnly", "hasAny", "hasAll"])
        let pair: RuleTerm =
            random.oneIn(5)
            ? "resource.data.diff(request.resource.data)" : "request.resource.data.diff(resource.data)"
        return "\(pair).\(method)().\(test)([\(list: keys)])"
    }

    /// A call of a function that is in scope, if there is any.
    private mutating func call(depth: Int) -> RuleTerm? {
        if scope.functions.isEmpty { return nil }
        let function = random.pick(scope.functions)
        let count = random.oneIn(60) ? function.arity + 1 : function.arity
        var arguments: [RuleTerm] = []
        for _ in 0..<count { arguments.append(anything(depth: depth + 1)) }
        return "\(function.name)(\(list: arguments))"
    }
}
