import PrintableText

/// A function, method or property that a rules language has built in, as its users look it up.
package final class BuiltIn: Sendable {
    package enum Kind: String, Sendable {
        case function, method, property
    }

    package let kind: Kind
    /// The name, with the package of a function: `math.abs`.
    package let name: String
    /// Each way to use it: `list.hasAny(list) -> bool`.
    package let signatures: [String]
    /// What it does, in one line.
    package let documentation: String

    package init(_ kind: Kind, _ name: String, _ signatures: [String], _ documentation: String) {
        self.kind = kind
        self.name = name
        self.signatures = signatures
        self.documentation = documentation
    }

    /// The name with its package, or with each type that has it: `map.diff`.
    package var fullNames: [Substring] { signatures.map { $0.prefix { $0 != "(" && $0 != " " } } }

    /// The hint for a call with wrong arguments.
    package var usage: String { "usage: " + [self].signatures }
}

extension Collection<BuiltIn> {
    /// The hint for a name that does not exist; nil if none of these has a name like it.
    package func suggestion(for name: String) -> String? {
        let names = Spelling.suggestions(for: name, among: Set(map(\.name)).sorted())
        // In the order of the names: these may come from a dictionary.
        return names.flatMap { name in filter { $0.name == name } }.question
    }

    /// The hint that one of these was meant; nil if there is none.
    package var question: String? { isEmpty ? nil : "did you mean \(signatures)?" }

    /// The ways to use them, of which only the first few are named.
    fileprivate var signatures: String {
        let signatures = flatMap(\.signatures)
        return signatures.prefix(4).joined(separator: ", or ") + (signatures.count > 4 ? ", …" : "")
    }
}
