import Foundation
import RulesAnalysis
import RulesTesting

/// A folder of suites that say how two versions of rules decide what a search found, to be run on another emulator.
struct SuiteFolder {
    let path: String

    func write(_ findings: [RulesFinding], _ old: Ruleset, _ new: Ruleset) throws {
        guard let finding = findings.first else { return }
        let number = try FileManager.default.contentsOfDirectory(atPath: path).count / 4
        for (version, rules) in [("old", old), ("new", new)] {
            let name = "\(number)-\(version)"
            try rules.source.content.write(
                toFile: "\(path)/\(name).rules", atomically: false, encoding: .utf8)
            var text = FindingSuite(name: name, rules: "\(name).rules", [finding]).text
            // The cases of a suite expect what the new rules decide.
            if version == "old" {
                let isAllowed = text.hasSuffix("expect: allowed\n")
                text.removeLast(isAllowed ? "allowed\n".count : "denied\n".count)
                text += isAllowed ? "denied\n" : "allowed\n"
            }
            try text.write(toFile: "\(path)/\(name).yaml", atomically: false, encoding: .utf8)
        }
    }
}
