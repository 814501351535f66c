import ArgumentParser
import Foundation
import RulesTesting

/// How many changes of rules a search shows, how long that takes, and how many requests a second it decides.
@main
struct RulesSearch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Changes rules in many small ways, and searches for a request that shows each change.",
        discussion: "Without paths it measures how many requests a search decides in a second.")

    @Argument(help: "Rules files, or folders of them.")
    var paths: [String] = []

    @Option(help: "How long to search for one change, in seconds.")
    var seconds = 10.0

    @Option(help: "Take one change of so many.")
    var every = 1

    @Option(help: "Only the mutant with this id.")
    var mutant: String?

    @Option(help: "Mutants that are known to change nothing, as for receipts rules mutate.")
    var known: String?

    @Flag(help: "Ask z3 or cvc5 whether a change that the search does not show changes nothing.")
    var proofs = false

    @Option(
        help:
            "Write suites of findings to this folder: each in two versions, for the old rules and the new ones."
    )
    var suites: String?

    @Option(help: "Only look for mutants that allow more, by this file of claims.")
    var claims: String?

    func run() async throws {
        if paths.isEmpty { return try SearchRate.measure() }
        var known = KnownEquivalents()
        if let file = self.known {
            known = try KnownEquivalents(String(contentsOfFile: file, encoding: .utf8), file: file)
        }
        if let claims {
            let text = try String(contentsOfFile: claims, encoding: .utf8)
            let measurement = ClaimsMeasurement(
                claims: try ClaimsFile(text, file: claims), limit: .seconds(seconds), every: max(1, every),
                only: mutant, known: known)
            for path in try files() { try measurement.measure(path) }
            return
        }
        let measurement = SearchMeasurement(
            limit: .seconds(seconds), every: max(1, every), only: mutant, known: known, proves: proofs,
            suites: suites.map { SuiteFolder(path: $0) })
        let database = DatabaseMeasurement(
            limit: .seconds(seconds), every: max(1, every), only: mutant, known: known)
        var total = SearchTally()
        for path in try files() {
            let measured =
                TestedRules.areOfDatabase(path)
                ? try database.measure(path) : try await measurement.measure(path)
            guard let tally = measured else {
                print("\(path): these rules cannot be used")
                continue
            }
            print("\(path): \(tally.summary)")
            for miss in tally.missed { print("missed: \(miss)") }
            total.add(tally)
        }
        print("in all: \(total.summary)")
        for (family, counts) in total.families.sorted(by: { $0.key < $1.key }) {
            print("  \(family): \(counts.found) shown, \(counts.missed) missed")
        }
    }

    /// The rules files, those of a folder in the order of their names.
    private func files() throws -> [String] {
        try paths.flatMap { path -> [String] in
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue
            else {
                return [path]
            }
            return try FileManager.default.contentsOfDirectory(atPath: path).filter {
                $0.hasSuffix(".rules") || $0.hasSuffix(".json")
            }
            .sorted().map { "\(path)/\($0)" }
        }
    }
}
