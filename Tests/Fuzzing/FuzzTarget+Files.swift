import AnalysisCore
import FirestoreModel
import RulesTesting

extension FuzzTarget {
    /// Suites in YAML or, after an X, in JSON: what is wrong is on a line of the file.
    static let suites = FuzzTarget("suites") { input in
        let (text, file) = textFile(input)
        let suite: SuiteFile
        do throws(SuiteProblem) {
            suite = try SuiteFile(text, file: file, database: DatabaseID(project: "p"))
        } catch {
            return try check(error, in: text)
        }
        try BrokenPromise.unless(suite.filtered("").count == suite.count, "an empty filter leaves out cases")
    }

    /// Claims in YAML or, after an X, in JSON.
    static let claims = FuzzTarget("claims") { input in
        let (text, file) = textFile(input)
        let claims: [Claim]
        do throws(SuiteProblem) {
            claims = try ClaimsFile(text, file: file).claims
        } catch {
            return try check(error, in: text)
        }
        try BrokenPromise.unless(Set(claims.map(\.name)).count == claims.count, "two claims have one name")
    }

    private static func textFile(_ input: [UInt8]) -> (text: String, file: String) {
        input.first == UInt8(ascii: "X")
            ? (String(decoding: input.dropFirst(), as: UTF8.self), "suite.json")
            : (String(decoding: input, as: UTF8.self), "suite.yaml")
    }

    private static func check(_ problem: SuiteProblem, in text: String) throws(BrokenPromise) {
        try BrokenPromise.unless(!problem.message.isEmpty, "refused without a reason")
        guard let line = problem.line else { return }
        // YAML also ends lines at the characters that Unicode ends them at.
        let lines =
            text.unicodeScalars.count { ["\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"].contains($0) } + 1
        try BrokenPromise.unless(
            (1...lines + 1).contains(line), "line \(line) of \(lines): \(problem.message)")
    }
}
