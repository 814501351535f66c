/// What a command may show, decided in this one place by its streams and its environment.
struct Terminal: Hashable, Sendable {
    /// Whether data may be coloured.
    let isColoured: Bool
    /// Whether progress may be shown.
    let showsProgress: Bool

    /// Decides by the conventions of <https://no-color.org> and <https://bixense.com/clicolors>.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - isOutput: Whether standard output is a terminal.
    ///   - isError: Whether standard error is one.
    init(environment: [String: String], isOutput: Bool, isError: Bool) {
        func value(_ name: String) -> String { environment[name, default: ""] }
        let isDumb = value("TERM") == "dumb"
        if !value("NO_COLOR").isEmpty {
            isColoured = false
        } else if !["", "0"].contains(value("CLICOLOR_FORCE")) {
            isColoured = true
        } else {
            isColoured = isOutput && !isDumb && value("CLICOLOR") != "0"
        }
        showsProgress = isError && !isDumb
    }
}
