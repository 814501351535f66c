extension Console {
    /// The lines of a diagnostic, with its severity, its marker and its hint in colours.
    func styled(diagnostic text: String) -> String {
        guard isColoured else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
            let line = String(line)
            if index == 0 {
                return line.replacing(" error: ", with: styled(" error: ", .red), maxReplacements: 1)
                    .replacing(" warning: ", with: styled(" warning: ", .yellow), maxReplacements: 1)
                    .replacing(" note: ", with: styled(" note: ", .blue), maxReplacements: 1)
            }
            guard let content = line.firstIndex(where: { $0 == "|" || $0 == "=" }) else { return line }
            let isMarker = line[content...].dropFirst().allSatisfy { $0 == " " || $0 == "^" }
            if line[content] == "=" { return styled(line, .blue) }
            return isMarker
                ? styled(String(line[...content]), .grey)
                    + styled(String(line[content...].dropFirst()), .green)
                : line
        }.joined(separator: "\n")
    }

    /// A line of a finding, with what was decided in a colour.
    func styled(verdict line: String) -> String {
        for time in ["  before ", "  now "] where line.hasPrefix(time) {
            return line.replacing(" allowed:", with: styled(" allowed:", .green), maxReplacements: 1)
                .replacing(" denied:", with: styled(" denied:", .red), maxReplacements: 1)
        }
        return line
    }

    /// A line of a diff in its colour.
    func styled(diff line: String) -> String {
        if line.hasPrefix("---") || line.hasPrefix("+++") { return styled(line, .grey) }
        if line.hasPrefix("-") { return styled(line, .red) }
        return line.hasPrefix("+") ? styled(line, .green) : line
    }
}
