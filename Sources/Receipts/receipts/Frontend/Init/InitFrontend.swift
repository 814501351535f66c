import AnalysisCore
import FirestoreRules
import PrintableText
import RealtimeDatabaseRules
import RulesAnalysis
import RulesCore
import RulesTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Adds tests of security rules to a project.
struct InitFrontend {
    let command: InitCommand
    let context: CommandContext

    private var folder: ProjectFolder { ProjectFolder(name: command.folder) }

    func run() async throws -> ExitStatus {
        let rules = try ProjectRules(in: folder)
        if let configuration = rules.configuration { say("found \(folder.path(configuration))") }
        // All rules are read before anything is written.
        let files = try rules.files.map { (name: $0, start: try read($0)) }
        var (suites, claims): ([String], [String]) = ([], [])
        for file in files {
            let isAlone = files.count { stem(of: $0.name) == stem(of: file.name) } == 1
            let name = isAlone ? stem(of: file.name) : file.name.split(separator: "/").joined(separator: "-")
            suites.append(try addSuite("rules-tests/\(name).yaml", of: file.start, from: file.name))
            claims += try addClaims("rules-claims/\(name).yaml", of: file.start, from: file.name)
        }
        let workflow = try addWorkflow(suites)
        say("next:")
        say("  read \(suites.map(folder.path).joined(separator: " ")), and correct what you did not mean")
        if let advice = workflow?.advice { say("  \(advice)") }
        let names = suites.map { folder.path($0).quotedForShell }.joined(separator: " ")
        for verb in ["test", "coverage", "mutate"] { say("  receipts rules \(verb) \(names)") }
        for file in claims { say("  receipts rules attack --claims \(folder.path(file).quotedForShell)") }
        return .done
    }

    private func say(_ line: String) { context.console.out(line.printable) }

    private func read(_ name: String) throws -> any RulesStart {
        let path = folder.path(name)
        let source = SourceFile(name: path, content: try InputFile.regularText(path, as: "rules"))
        do throws(RulesRefusal) {
            return TestedRules.areOfDatabase(name)
                ? DatabaseRulesStart(rules: try DatabaseRuleset(source.content, name: path))
                : FirestoreRulesStart(rules: try AnalysedRules(Ruleset(source)))
        } catch {
            context.console.err(error.description.printableLines)
            throw CommandFailure(.failed, "\(path) has errors; correct them first")
        }
    }

    private func stem(of file: String) -> String {
        URL(filePath: file).deletingPathExtension().lastPathComponent
    }

    /// Writes a suite for some rules, unless there is one.
    ///
    /// - Parameters:
    ///   - file: The suite's file.
    ///   - start: What to make it from.
    ///   - name: The rules file.
    /// - Returns: The suite's file.
    private func addSuite(_ file: String, of start: any RulesStart, from name: String) throws -> String {
        let path = folder.path(file)
        if folder.has(file) {
            say("kept \(path), which exists")
            return file
        }
        let progress = Progress(ProgressLine("searching", start.unit, total: start.count), in: context)
        let suite: StartSuite
        do {
            defer { progress.finish() }
            suite = try start.suite(
                named: stem(of: name), rules: name.hasPrefix("/") ? name : "../\(name)",
                progress: progress.update)
        }
        say("found \(folder.path(name)): \(start.count.counted(start.unit))")
        guard try folder.add(suite.text, as: file) else {
            say("kept \(path), which exists")
            return file
        }
        say("wrote \(path): \(suite.cases.counted("case")), each as the rules decide it now")
        for gap in suite.gaps { say("  \(gap)") }
        return file
    }

    /// Writes claims about some rules, unless there are some.
    ///
    /// - Returns: The file of the claims, if there is one.
    private func addClaims(_ file: String, of start: any RulesStart, from name: String) throws -> [String] {
        let path = folder.path(file)
        if folder.has(file) {
            say("kept \(path), which exists")
            return [file]
        }
        let claims = try start.claims(in: context)
        if claims.isEmpty { return [] }
        let text = ClaimsText.text(of: claims, rules: name.hasPrefix("/") ? name : "../\(name)")
        guard try folder.add(text, as: file) else {
            say("kept \(path), which exists")
            return [file]
        }
        say("wrote \(path): \(claims.count.counted("claim")), each of what no request was found to break")
        return [file]
    }

    /// Writes the step of a service, unless there is one.
    private func addWorkflow(_ suites: [String]) throws -> FirstWorkflow? {
        let workflow: FirstWorkflow
        switch command.ci ?? (folder.has(".gitlab-ci.yml") ? .gitlab : .github) {
        case .github: workflow = .github(suites, action: command.action)
        case .gitlab: workflow = .gitlab(suites)
        case .none: return nil
        }
        let path = folder.path(workflow.file)
        guard try folder.add(workflow.text, as: workflow.file) else {
            say("kept \(path), which exists")
            return nil
        }
        say("wrote \(path)")
        return workflow
    }
}
