import FirestoreRules
import RulesCore

/// The expressions of two sets of rules that the other one does not have, or that call a function that changed.
///
/// It says where to look first: the same text in another place counts as unchanged.
struct ChangedExpressions: Sendable {
    /// The numbers of the expressions, of the old rules, then of the new ones.
    let numbers: [Set<Int>]

    init(_ rules: [AnalysedRules]) {
        let sides = rules.map { Side($0) }
        let texts = sides.map { Set($0.texts.values) }
        let functions = zip(sides, sides.reversed()).map { side, other in
            side.functions.filter { !other.bodies.contains($0.text) }.map(\.name)
        }
        numbers = sides.indices.map { index in
            let changed = sides[index].callers(of: Set(functions.joined()))
            return Set(
                sides[index].texts.filter { number, text in
                    !texts[1 - index].contains(text)
                        || sides[index].calls[number]?.isDisjoint(with: changed) == false
                }.keys)
        }
    }

    private struct Side {
        /// The texts of expressions, by their numbers.
        var texts: [Int: String] = [:]
        /// The names of the functions that expressions call, by their numbers.
        var calls: [Int: Set<String>] = [:]
        var functions: [(name: String, text: String, calls: Set<String>)] = []
        var bodies: Set<String> { Set(functions.map(\.text)) }

        init(_ rules: AnalysedRules) {
            let extents = SourceExtents(rules.source)
            for number in 0..<rules.traced.expressionCount {
                guard let expression = rules.traced.expression(number) else { continue }
                texts[number] = extents.text(extents.extent(of: expression.range)).onOneLine
                let calls = expression.calledFunctions
                if !calls.isEmpty { self.calls[number] = calls }
            }
            functions = rules.syntax.allFunctions.map { function in
                let parts = function.bindings.map(\.value) + [function.result]
                let text = extents.text(extents.extent(of: function.range)).onOneLine
                return (
                    function.name.name, text,
                    parts.reduce(into: []) { $0.formUnion($1.calledFunctions) }
                )
            }
        }

        /// Some functions and all that call them.
        func callers(of names: Set<String>) -> Set<String> {
            var all = names
            while true {
                let more = functions.filter { !all.contains($0.name) && !$0.calls.isDisjoint(with: all) }
                if more.isEmpty { return all }
                all.formUnion(more.map(\.name))
            }
        }
    }
}

extension Expression {
    fileprivate var calledFunctions: Set<String> {
        var names: Set<String> = []
        var rest = [self]
        while let part = rest.popLast() {
            if case .call(let name, _) = part.kind { names.insert(name.name) }
            rest += part.children
        }
        return names
    }
}
