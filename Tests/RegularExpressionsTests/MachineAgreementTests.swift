import TestSupport
import Testing

@testable import RegularExpressions

@Suite("Machines for patterns")
struct MachineAgreementTests {
    /// Random small patterns on random small texts, by three ways.
    @Test(arguments: SeededGenerator.seeds(20))
    func `all machines find the same`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<25 {
            let pattern = generator.randomPattern(depth: 2)
            let expression = try RegularExpression(pattern)
            var parser = PatternParser(pattern)
            let tree = try parser.parse()
            for _ in 0..<8 {
                let text = generator.list(0...6) { $0.pick(["a", "b", "A", " ", "\n", "é"]) }.joined()
                let expected = NaiveMatcher(text).matches(tree)
                let found = try expression.matches(whole: text)
                #expect(found == expected, "\(pattern.debugDescription) on \(text.debugDescription)")
                #expect(try expression.prepared.matches(whole: text) == expected)
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `no pattern makes the parser stumble`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let pattern = generator.list(0...12) {
                $0.pick([
                    "(", ")", "[", "]", "{", "}", "\\", "?", "*", "+", "|", "^", "-", ":", "a", "1", ",", "p",
                    "P", "Q", "x", "<", ">", "é",
                ])
            }.joined()
            guard let expression = try? RegularExpression(pattern) else { continue }
            _ = try? expression.matches(whole: pattern)
            _ = try? expression.replacing(in: pattern, with: pattern)
            _ = try? expression.splitting(pattern)
        }
    }
}

extension SeededGenerator {
    fileprivate mutating func randomPattern(depth: Int) -> String {
        let branches = list(1...2) { generator in
            generator.list(0...3) {
                $0.randomAtom(depth: depth) + $0.pick(["", "", "", "*", "+", "?", "{2}", "{0,2}", "*?"])
            }.joined()
        }
        return branches.joined(separator: "|")
    }

    private mutating func randomAtom(depth: Int) -> String {
        if depth > 0, oneIn(3) {
            return pick(["(", "(?:", "(?i:", "(?s:"]) + randomPattern(depth: depth - 1) + ")"
        }
        return pick([
            "a", "b", "é", ".", "[ab]", "[^a]", #"\w"#, #"\b"#, #"\B"#, "^", "$", "(?m:^)", "(?m:$)", " ",
        ])
    }
}

/// Tries all ways one after the other: slow, and hard to get wrong.
private struct NaiveMatcher {
    private let scalars: [Unicode.Scalar]

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    func matches(_ node: PatternNode) -> Bool {
        ends(of: node, from: 0).contains(scalars.count)
    }

    /// Where a match from a place on may end.
    private func ends(of node: PatternNode, from start: Int) -> Set<Int> {
        switch node {
        case .empty: return [start]
        case .scalar(let scalar):
            return start < scalars.count && scalars[start].value == scalar ? [start + 1] : []
        case .set(let set):
            return start < scalars.count && set.contains(scalars[start].value) ? [start + 1] : []
        case .assertion(let assertion): return holds(assertion, at: start) ? [start] : []
        case .capture(_, let inner): return ends(of: inner, from: start)
        case .concatenation(let items):
            return items.reduce([start]) { places, item in
                places.reduce(into: []) { $0.formUnion(ends(of: item, from: $1)) }
            }
        case .alternation(let branches):
            return branches.reduce(into: []) { $0.formUnion(ends(of: $1, from: start)) }
        case .repetition(let inner, let bounds):
            var places: Set<Int> = [start]
            var found: Set<Int> = bounds.least == 0 ? [start] : []
            for count in 1...(bounds.most ?? bounds.least + scalars.count + 1)
            where count <= bounds.most ?? .max {
                places = places.reduce(into: []) { $0.formUnion(ends(of: inner, from: $1)) }
                if count >= bounds.least { found.formUnion(places) }
            }
            return found
        }
    }

    private func holds(_ assertion: PatternAssertion, at place: Int) -> Bool {
        func isWord(_ index: Int) -> Bool {
            scalars.indices.contains(index) && ScalarSet.wordCharacters.contains(scalars[index].value)
        }
        return switch assertion {
        case .beginText: place == 0
        case .endText: place == scalars.count
        case .beginLine: place == 0 || scalars[place - 1] == "\n"
        case .endLine: place == scalars.count || scalars[place] == "\n"
        case .wordBoundary: isWord(place - 1) != isWord(place)
        case .noWordBoundary: isWord(place - 1) == isWord(place)
        }
    }
}
