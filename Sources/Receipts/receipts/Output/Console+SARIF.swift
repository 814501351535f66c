import JSONText
import RulesCore

extension Console {
    /// Prints results as a SARIF log, on one line.
    func out(sarif results: [SARIFReport.Result], of rules: [SARIFReport.Rule]) {
        let report = SARIFReport(version: ProgramVersion.number, rules: rules, results: results)
        out(report.json.printedText)
    }
}
