/// In what condition, and for which request, the rows of a section stand.
struct BudgetSetup: Equatable {
    /// The condition: `UNIT` is a row, and `{{n*text}}` repeats a text.
    var frame = "UNIT"
    var declarations = ""
    /// Match blocks beside those of the rows.
    var others = ""
    var request = BudgetRequest.get
    /// So many repetitions are tried.
    var most = 1000

    /// Takes in a directive.
    mutating func apply(_ name: Substring, _ argument: String) throws(ProbeFile.Mistake) {
        switch name {
        case "frame": frame = argument
        case "declare": declarations += argument + "\n"
        case "also": others += argument + "\n"
        case "upto": most = Int(argument) ?? most
        case "request":
            guard let request = BudgetRequest(rawValue: argument) else {
                throw ProbeFile.Mistake(description: "there is no request \(argument)")
            }
            self.request = request
        default: throw ProbeFile.Mistake(description: "there is no @\(name)")
        }
    }

    /// The allow statements of a row: it is their condition, unless it is statements itself.
    func statements(_ row: BudgetRow, count: Int) -> String {
        let text = BudgetSetup.repeated(row.text.contains("{{n*") ? row.text : frame, count)
            .replacing("UNIT", with: row.text)
        return text.hasPrefix("allow ") ? text : "allow read, write: if \(text);"
    }

    /// A text with each `{{n*x}}` in it as so many `x`.
    private static func repeated(_ text: String, _ count: Int) -> String {
        var result = ""
        var rest = text[...]
        while let start = rest.firstRange(of: "{{n*"),
            let end = rest[start.upperBound...].firstRange(of: "}}")
        {
            result += rest[..<start.lowerBound]
            result += String(repeating: String(rest[start.upperBound..<end.lowerBound]), count: count)
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}
