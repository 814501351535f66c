/// An expression, what Google's emulator makes of it, and what the embedded one does where the two differ on purpose.
struct Probe: Equatable {
    /// The expression; behind `where`, functions that it calls.
    let text: String
    /// What Google's emulator answers, as ``ProbeAnswer`` has it; nil when that is not known yet.
    var google: [String]?
    /// What the embedded emulator does differently on purpose.
    var difference: ListedDifference?
    /// What the embedded emulator answers instead.
    var ours: [String]?

    var expression: String { parts.expression }
    var declarations: String { parts.declarations }

    private var parts: (expression: String, declarations: String) {
        guard let range = text.firstRange(of: " where function ") else { return (text, "") }
        return (String(text[..<range.lowerBound]), "function " + text[range.upperBound...])
    }

    /// The answer that a server is to give.
    func expectation(ofGoogles isGoogles: Bool) -> [String]? {
        if !isGoogles, let ours { return ours }
        return google
    }
}
