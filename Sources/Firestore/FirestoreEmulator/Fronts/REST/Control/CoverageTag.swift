/// The tag of a coverage report: the rules, and the number of their decisions.
struct CoverageTag {
    /// The tag of the rules.
    let rules: String
    /// How many decisions are in the report.
    let version: Int

    init(_ rules: String, _ version: Int) {
        self.rules = rules
        self.version = version
    }

    /// The header's form: `"3w5e-17"`.
    var text: String { "\"\(rules)-\(version)\"" }

    /// The version of an earlier report of the same rules; nil for a tag of others.
    func version(sinceTag text: String) -> Int? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "\"\(rules)", parts[1].hasSuffix("\""),
            let earlier = Int(parts[1].dropLast()), (0...version).contains(earlier)
        else { return nil }
        return earlier
    }
}
