package import AnalysisCore

/// A file of claims about rules, in YAML or JSON.
package struct ClaimsFile: Sendable {
    package let file: String
    /// The rules that the claims are about, relative to the file.
    package let rules: String?
    package let claims: [Claim]
    /// The line of each claim.
    private let lines: [Int?]

    /// Reads a file: JSON if its name ends in `.json`, otherwise YAML.
    ///
    /// - Throws: ``SuiteProblem`` with the place and what to do.
    package init(_ text: String, file: String) throws(SuiteProblem) {
        let root = try SuiteCursor(reading: text, file: file)
        let members = try root.members(["rules", "claims"], of: "a file of claims")
        guard let list = members["claims"] else {
            throw root.problem("a file of claims needs \"claims\": a list of what must hold")
        }
        var claims: [Claim] = []
        var lines: [Int?] = []
        for element in try list.elements() {
            let parts = try element.members(["name", "on", "after", "unless", "holds"], of: "a claim")
            guard let on = parts["on"], let holds = parts["holds"] else {
                throw element.problem(
                    "a claim needs \"on\", the methods and the path, and \"holds\", a condition")
            }
            let condition = try holds.condition()
            let name = try parts["name"]?.string() ?? condition
            if claims.contains(where: { $0.name == name }) {
                throw element.problem("there are two claims with the name \"\(name)\"")
            }
            claims.append(
                Claim(
                    name: name, on: try on.string(), after: try parts["after"]?.requests() ?? [],
                    unless: try parts["unless"].map { unless throws(SuiteProblem) in try unless.condition() },
                    holds: condition))
            lines.append(element.line)
        }
        if claims.isEmpty { throw list.problem("there are no claims") }
        self.file = file
        rules = try members["rules"]?.string()
        self.claims = claims
        self.lines = lines
    }

    /// A problem of a claim with its place in the file.
    package func problem(_ problem: ClaimProblem, of index: Int) -> SuiteProblem {
        SuiteProblem(
            file: file, line: lines.indices.contains(index) ? lines[index] : nil,
            path: "claims[\(index)].\(problem.member)", problem.message)
    }
}

extension SuiteCursor {
    /// The most requests before the last one.
    private static let mostRequests = 2

    /// One request or a list of them, each with its methods and its path.
    fileprivate func requests() throws(SuiteProblem) -> [String] {
        guard case .list = node.content else { return [try string()] }
        var requests: [String] = []
        for element in try elements() { requests.append(try element.string()) }
        if requests.isEmpty || requests.count > SuiteCursor.mostRequests {
            throw problem("expected one or \(SuiteCursor.mostRequests) requests")
        }
        return requests
    }

    /// A condition in the language of the rules. YAML reads `true` and `false` as something else than a text.
    fileprivate func condition() throws(SuiteProblem) -> String {
        if case .bool(let truth) = node.content { return truth ? "true" : "false" }
        return try string()
    }
}
