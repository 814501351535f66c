/// A case that is added to the end of a suite's file. A value.
struct SuiteAddition {
    /// Why a case cannot be added, in one line.
    struct Problem: Error, Equatable {
        let reason: String
    }

    /// The content of the file with the case.
    let content: String

    /// - Parameters:
    ///   - text: The case in YAML, as an element of a list that is indented by two spaces.
    ///   - content: The content of the file.
    init(of text: String, to content: String) throws(Problem) {
        let lines = content.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.lastIndex(where: { SuiteAddition.beginsCases($0) }) else {
            throw Problem(
                reason: "the file has no list of cases in lines of their own, so copy the case instead")
        }
        let rest = lines[(start + 1)...]
        if rest.contains(where: { line in
            line.first.map { !$0.isWhitespace && $0 != "#" && $0 != "-" } ?? false
        }) {
            throw Problem(reason: "the cases are not the last part of the file, so copy the case instead")
        }
        let first = rest.first { $0.trimmingPrefix { $0 == " " }.hasPrefix("-") }
        let indentation = first.map { $0.prefix { $0 == " " } } ?? "  "
        let added = text.split(separator: "\n").map { line in
            line.hasPrefix("  ") ? indentation + line.dropFirst(2) : line
        }
        var whole = content
        while whole.hasSuffix("\n\n") { whole.removeLast() }
        if !whole.hasSuffix("\n") { whole += "\n" }
        self.content = whole + added.map { $0 + "\n" }.joined()
    }

    /// Whether a line begins a list of cases in lines of their own.
    private static func beginsCases(_ line: Substring) -> Bool {
        guard line.hasPrefix("cases:") else { return false }
        let rest = line.dropFirst("cases:".count).trimmingPrefix { $0.isWhitespace }
        return rest.isEmpty || rest.hasPrefix("#")
    }
}
