import CoreValues
package import JSONText
import PrintableText

/// Findings in the Static Analysis Results Interchange Format, version 2.1.0, which code hosts show on the lines of a pull request.
///
/// Source: <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>.
package struct SARIFReport: Sendable {
    /// How much a result matters, in the words of the format.
    package enum Level: String, Sendable {
        case error, warning, note
    }

    /// A kind of result.
    package struct Rule: Sendable {
        package let id: String
        package let summary: String

        package init(id: String, summary: String) {
            self.id = id
            self.summary = summary
        }
    }

    /// One result in a file.
    package struct Result: Sendable {
        package let rule: String
        package let level: Level
        package let message: String
        package let file: String
        /// Nil for the file as a whole.
        package let range: SourceRange?

        package init(rule: String, level: Level, message: String, file: String, range: SourceRange?) {
            self.rule = rule
            self.level = level
            self.message = message
            self.file = file
            self.range = range
        }
    }

    private let version: String
    private let rules: [Rule]
    private let results: [Result]

    /// - Parameters:
    ///   - version: The version of the program.
    ///   - rules: All kinds of results.
    package init(version: String, rules: [Rule], results: [Result]) {
        self.version = version
        self.rules = rules
        self.results = results
    }

    /// The whole log.
    package var json: JSON {
        .object([
            JSON.Member(
                "$schema",
                .string(
                    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
                )),
            JSON.Member("version", .string("2.1.0")),
            JSON.Member("runs", .array([run])),
        ])
    }

    private var run: JSON {
        let driver = JSON.object([
            JSON.Member("name", .string("receipts")), JSON.Member("version", .string(version)),
            JSON.Member(
                "rules",
                .array(
                    rules.map { rule in
                        .object([
                            JSON.Member("id", .string(rule.id)),
                            JSON.Member("shortDescription", text(rule.summary)),
                        ])
                    })),
        ])
        return .object([
            JSON.Member("tool", .object([JSON.Member("driver", driver)])),
            // Columns are counted in code points everywhere here.
            JSON.Member("columnKind", .string("unicodeCodePoints")),
            JSON.Member("results", .array(results.map { json($0) })),
        ])
    }

    private func text(_ text: String) -> JSON {
        .object([JSON.Member("text", .string(text.printableLines))])
    }

    private func json(_ result: Result) -> JSON {
        var location = [
            JSON.Member(
                "artifactLocation",
                .object([JSON.Member("uri", .string(SARIFReport.reference(to: result.file)))]))
        ]
        if let start = result.range?.start {
            location.append(
                JSON.Member(
                    "region",
                    .object([
                        JSON.Member("startLine", .number(String(start.line))),
                        JSON.Member("startColumn", .number(String(start.column))),
                    ])))
        }
        var members = [
            JSON.Member("ruleId", .string(result.rule)),
            JSON.Member("level", .string(result.level.rawValue)),
            JSON.Member("message", text(result.message)),
            JSON.Member(
                "locations",
                .array([.object([JSON.Member("physicalLocation", .object(location))])])),
        ]
        if let index = rules.firstIndex(where: { $0.id == result.rule }) {
            members.insert(JSON.Member("ruleIndex", .number(String(index))), at: 1)
        }
        return .object(members)
    }

    /// A path as a reference of a URI.
    private static func reference(to path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { String($0).percentEncoded }
            .joined(separator: "/")
    }
}

extension Diagnostic {
    /// The diagnostic as a result, of one of ``sarifRules``.
    package func sarif(in file: SourceFile) -> SARIFReport.Result {
        SARIFReport.Result(
            rule: "rules-\(severity.rawValue)", level: severity == .error ? .error : .warning,
            message: message + (hint.map { " (\($0))" } ?? ""), file: file.name, range: range)
    }

    /// The kinds of results that diagnostics are.
    package static var sarifRules: [SARIFReport.Rule] {
        [
            SARIFReport.Rule(id: "rules-error", summary: "The rules cannot be used."),
            SARIFReport.Rule(id: "rules-warning", summary: "Some rules may not do what they seem to."),
        ]
    }
}
