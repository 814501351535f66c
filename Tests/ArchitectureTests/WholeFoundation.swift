/// Imports of Foundation that the program would get without the trait of that name. They bring the data of every language with them.
enum WholeFoundation {
    /// Whether a file imports all of Foundation on Linux without the trait.
    static func isImported(by text: String) -> Bool {
        // One entry for each open #if: whether its present branch is compiled there.
        var branches: [Bool] = []
        for line in text.split(separator: "\n").map({ $0.drop { $0 == " " } }) {
            if line.hasPrefix("#if ") {
                branches.append(!elsewhere.contains(String(line.dropFirst(4))))
            } else if line.hasPrefix("#elseif ") || line.hasPrefix("#else") {
                branches[branches.count - 1] = !(branches.last ?? false)
            } else if line.hasPrefix("#endif") {
                branches.removeLast()
            } else if line.wholeMatch(of: importLine) != nil, branches.allSatisfy(\.self) {
                return true
            }
        }
        return false
    }

    /// Conditions that are false on Linux without the trait. All others count as true.
    private static let elsewhere: Set<String> = [
        "Foundation", "Foundation || !canImport(FoundationEssentials)", "os(macOS)", "canImport(CryptoKit)",
    ]
    private static nonisolated(unsafe) let importLine = #/(?:[a-z@_]+ )?import Foundation/#
}
