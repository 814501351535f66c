import FirestoreRules
import RulesCore

/// A claim as rules of its own, which allow exactly the requests that it is about and holds for.
struct ClaimRules {
    /// Allow `on` if `unless` or `holds`.
    let rules: AnalysedRules
    /// Allow `on`.
    let scope: RulesPlan
    private let outline: MatchSyntax
    private let condition: Expression

    /// Compiles a claim. Its conditions can call the functions that all of the rules' match blocks can.
    ///
    /// - Throws: ``ClaimProblem`` for a claim that does not compile.
    init(_ claim: Claim, for subject: AnalysedRules) throws(ClaimProblem) {
        let (methods, path) = try ClaimRules.split(claim.on)
        let outline = try ClaimRules.outline(of: claim.on)
        let shared = ClaimRules.sharedFunctions(of: subject.syntax)
        func ruleset(_ condition: Expression?, _ functions: [FunctionSyntax]) -> RulesetSyntax {
            ClaimRules.rules(outline, condition, functions, like: subject.syntax)
        }
        let always = outline.allows[0].condition
        let known = RulesChecker.check(ruleset(always, shared))
        func condition(_ text: String, member: String) throws(ClaimProblem) -> Expression {
            let condition = try ClaimRules.condition(text, methods, path, member: member)
            // What rules are only warned of, such as a misspelt function, would make each request a finding.
            let mistakes = RulesChecker.check(ruleset(condition, shared))
            if let mistake = mistakes.first(where: { !known.contains($0) }) {
                throw ClaimProblem(member: member, message: mistake.message)
            }
            return condition
        }
        var claimed = try condition(claim.holds, member: "holds")
        if let unless = claim.unless {
            // An exception that fails does not apply, as `||` goes on after a failure.
            claimed = Expression(
                .binary(
                    .or, try condition(unless, member: "unless"), claimed, operatorRange: claimed.range),
                at: claimed.range)
        }
        self.outline = outline
        self.condition = claimed
        self.rules = AnalysedRules(
            ruleset(claimed, shared), SourceFile(name: claim.name, content: claim.holds))
        scope = Planner.plan(ruleset(always, []))
    }

    /// Rules that allow what all of some claims about the same requests hold for.
    static func all(_ claims: [ClaimRules], like subject: AnalysedRules) -> AnalysedRules {
        guard let first = claims.first, claims.count > 1 else { return claims.first?.rules ?? subject }
        let condition = claims.dropFirst().reduce(first.condition) { all, claim in
            Expression(.binary(.and, all, claim.condition, operatorRange: all.range), at: all.range)
        }
        return AnalysedRules(
            rules(first.outline, condition, sharedFunctions(of: subject.syntax), like: subject.syntax),
            first.rules.source)
    }

    /// Whether the claim is about a request and does not hold for it.
    func isBroken(by scenario: Scenario) -> Bool {
        let prepared = PreparedScenario(scenario)
        return prepared.isAllowed(by: scope) && !prepared.isAllowed(by: rules.plan)
    }

    /// Methods and a path, as `on` has them, as a match block with one statement.
    static func outline(of on: String) throws(ClaimProblem) -> MatchSyntax {
        let (methods, path) = try split(on)
        return try allow(methods, path, "true", member: "on")
    }

    /// `read, update /a/{b}` as its methods and its path.
    private static func split(_ on: String) throws(ClaimProblem) -> (methods: String, path: String) {
        guard let slash = on.firstIndex(of: "/") else {
            throw ClaimProblem(
                member: "on", message: "expected methods and a path, such as update /conversations/{c}")
        }
        let methods = on[..<slash].split { $0 == "," || $0.isWhitespace }.map(String.init)
        if methods.isEmpty {
            throw ClaimProblem(member: "on", message: "expected methods before the path, such as update")
        }
        for method in methods where RulesMethodSet(name: method).isEmpty {
            throw ClaimProblem(member: "on", message: "there is no method \(method)")
        }
        return (methods.joined(separator: ", "), on[slash...].trimmed)
    }

    private static func condition(
        _ text: String, _ methods: String, _ path: String, member: String
    ) throws(ClaimProblem) -> Expression {
        let match = try allow(methods, path, text, member: member)
        guard let condition = match.allows[0].condition else {
            throw ClaimProblem(member: member, message: "expected a condition")
        }
        return condition
    }

    /// A match block with one allow statement.
    private static func allow(
        _ methods: String, _ path: String, _ condition: String, member: String
    ) throws(ClaimProblem) -> MatchSyntax {
        let text = """
            rules_version = '2';
            service cloud.firestore {
              match \(path) { allow \(methods): if
            \(condition)
              ; }
            }
            """
        let parsed = RulesParser.parse(SourceFile(name: "claim", content: text))
        if let error = parsed.diagnostics.first(where: { $0.severity == .error }) {
            throw ClaimProblem(member: member, message: error.message)
        }
        let service = parsed.syntax?.services.first
        guard let match = service?.matches.first, service?.matches.count == 1,
            service?.functions.isEmpty == true,
            parsed.syntax?.services.count == 1, match.allows.count == 1, match.matches.isEmpty,
            match.functions.isEmpty
        else {
            throw ClaimProblem(
                member: member, message: "expected one \(member == "on" ? "path" : "condition")")
        }
        return match
    }

    /// The functions that conditions anywhere in the rules can call: those of the file, the service, and the outermost block if it holds
    /// all others.
    private static func sharedFunctions(of rules: RulesetSyntax) -> [FunctionSyntax] {
        let services = rules.services.filter { $0.name.name == "cloud.firestore" }
        let outermost = services.flatMap(\.matches)
        return rules.functions + services.flatMap(\.functions)
            + (outermost.count == 1 ? outermost[0].functions : [])
    }

    private static func rules(
        _ outline: MatchSyntax, _ condition: Expression?, _ functions: [FunctionSyntax],
        like rules: RulesetSyntax
    ) -> RulesetSyntax {
        var match = outline
        match.allows[0].condition = condition
        let database = Identifier("database", at: outline.range)
        let root = MatchSyntax(
            template: PathTemplateSyntax(
                segments: [.literal("databases"), .capture(database), .literal("documents")],
                range: outline.template.range),
            functions: functions, allows: [], matches: [match], range: outline.range)
        let service = ServiceSyntax(
            name: Identifier("cloud.firestore", at: outline.range), functions: [], matches: [root])
        return RulesetSyntax(version: rules.version, functions: [], services: [service])
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
