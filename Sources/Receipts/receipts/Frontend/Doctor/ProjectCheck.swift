import RulesCore
import RulesTesting

/// Checks the rules of the project in the current folder.
struct ProjectCheck {
    let folder: ProjectFolder

    /// Nothing if there is no project here.
    var findings: [DoctorFinding] {
        guard folder.has("firebase.json") || folder.has("firestore.rules") else { return [] }
        do {
            let rules = try ProjectRules(in: folder)
            return rules.files.map { finding($0) } + tests
        } catch {
            return [.bad("project", CommandFailure(any: error).message, "emulators do not start with it")]
        }
    }

    private func finding(_ file: String) -> DoctorFinding {
        let path = folder.path(file)
        do throws(CommandFailure) {
            let text = try InputFile.regularText(path, as: "rules")
            let diagnostics = TestedRules.diagnostics(of: SourceFile(name: path, content: text))
            let errors = diagnostics.count { $0.severity == .error }
            if errors == 0 { return .good(file, "no errors") }
            return .bad(
                file, errors.counted("error"),
                "emulators refuse these rules, and so does production; run: receipts rules check \(path)")
        } catch {
            return .bad(file, error.message, "emulators do not start with it; correct firebase.json")
        }
    }

    private var tests: [DoctorFinding] {
        folder.has("rules-tests")
            ? []
            : [.note("tests", "no folder rules-tests", "receipts init writes a first suite for the rules")]
    }
}
