import Foundation
import TestSupport

/// Rules with a few random mistakes in them.
enum BrokenRules {
    /// What is put in between.
    private static let pieces = [
        "(", ")", "{", "}", "[", "]", ";", ":", ",", ".", "=", "==", "&&", "||", "|", "!", "-", "--", "/",
        "/x", "$(",
        "'", "\"", "é", "if", "is", "in", "allow", "read", "match", "function", "return", "let", "service",
        "null", "x",
        "1", ".5", "**", "?", "/* */", "//",
    ]

    static func source(seed: UInt64) throws -> String {
        var generator = SeededGenerator(seed: seed)
        let real = generator.oneIn(2)
        var tokens = tokens(of: real ? try realRules() : RuleGenerator.file(seed: seed).text)
        for _ in 0..<generator.int(1...3) {
            let place = generator.int(0...tokens.count - 1)
            switch generator.int(0...4) {
            case 0: tokens.remove(at: place)
            case 1: tokens.insert(generator.pick(pieces), at: place)
            case 2: tokens[place] = generator.pick(pieces)
            case 3: tokens.insert(tokens[place], at: place)
            default: tokens.swapAt(place, generator.int(0...tokens.count - 1))
            }
            if tokens.isEmpty { tokens = ["x"] }
        }
        return tokens.joined()
    }

    private static func realRules() throws -> String {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../emulator-config/firestore.rules")
        return try String(contentsOf: file, encoding: .utf8)
    }

    /// Words, and each other character.
    private static func tokens(of text: String) -> [String] {
        text.matches(of: /[A-Za-z0-9_]+|[^A-Za-z0-9_]/.dotMatchesNewlines()).map { String($0.output) }
    }
}
