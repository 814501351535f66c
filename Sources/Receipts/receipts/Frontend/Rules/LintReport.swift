import AnalysisCore
import JSONText
import PrintableText
import RulesCore

/// The holes that `receipts rules lint` reports, of all its files.
struct LintReport {
    let command: RulesLintCommand
    let context: CommandContext
    private var results: [SARIFReport.Result] = []
    private var counts: [HoleSeverity: Int] = [:]
    /// The number of holes that the rules themselves allow.
    private var meantCount = 0

    init(command: RulesLintCommand, context: CommandContext) {
        self.command = command
        self.context = context
    }

    /// Reports the holes of one file.
    mutating func add<Scenario>(_ all: [FoundHole<Scenario>], in source: SourceFile) throws(CommandFailure) {
        let meant = MeantHoles(source)
        report(meant, unusedBy: all, in: source.name)
        let holes = all.filter { !command.ignore.contains($0.kind) && !meant.contains($0) }
        meantCount += all.count { meant.contains($0) }
        for hole in holes { counts[hole.severity, default: 0] += 1 }
        let shown = holes.filter { $0.severity >= command.level }
        switch command.format {
        case .text: print(shown, in: source)
        case .json: for hole in shown { context.console.out(hole.json(in: source.name).printedText) }
        case .sarif: results += shown.map { $0.sarif(in: source.name) }
        }
        if let file = command.suiteOut { try write(shown, of: source.name, to: file) }
    }

    /// Prints what is about all files.
    func finish() -> ExitStatus {
        if command.format == .sarif { context.console.out(sarif: results, of: HoleKind.sarifRules) }
        let words = HoleSeverity.allCases.map { (counts[$0] ?? 0).counted($0.rawValue) }
        let hidden = HoleSeverity.allCases.filter { $0 < command.level }.reduce(0) { $0 + (counts[$1] ?? 0) }
        let meant = meantCount == 0 ? "" : "; \(meantCount) allowed by a comment"
        let more = hidden == 0 ? "" : "; --level note shows \(hidden) more"
        context.console.err(words.joined(separator: ", ") + meant + more)
        return counts[.error] == nil && counts[.warning] == nil ? .done : .failed
    }

    /// Says which comments have no effect.
    private func report<Scenario>(
        _ meant: MeantHoles, unusedBy holes: [FoundHole<Scenario>], in file: String
    ) {
        for mistake in meant.mistakes {
            context.console.err(
                "\(file):\(mistake.line): receipts:allow has no effect: \(mistake.message)".printable)
        }
        for mark in meant.unused(by: holes) {
            context.console.err(
                "\(file):\(mark.line): receipts:allow has no effect: \(mark.kind.rawValue) was not found here"
                    .printable)
        }
    }

    private func print<Scenario>(_ holes: [FoundHole<Scenario>], in source: SourceFile) {
        let renderer = DiagnosticRenderer(source)
        for hole in holes {
            let text = renderer.text(
                hole.severity.rawValue, "\(hole.message) [\(hole.kind.rawValue)]", at: hole.range)
            context.console.out(context.console.styled(diagnostic: text.printableLines))
            for line in hole.lines { context.console.out(context.console.styled(verdict: line.printable)) }
            context.console.out("")
        }
    }

    private func write<Scenario>(
        _ holes: [FoundHole<Scenario>], of rules: String, to file: String
    ) throws(CommandFailure) {
        let suite = HoleSuite(
            name: "holes in \(rules)", rules: RulesSearch.name(of: rules, from: file), holes)
        if suite.included.isEmpty { return }
        try InputFile.write(suite.text, to: file)
        let left = holes.count - suite.included.count
        if left > 0 {
            context.console.err(
                "receipts: \(file.printable) leaves out \(left.counted("finding")): too long, at another time, or without a request"
            )
        }
    }
}
