/// A rules file as its parts, so that it can be made simpler part by part.
struct RulesFile: Sendable, Equatable {
    struct Function: Sendable, Equatable {
        struct Variable: Sendable, Equatable {
            let name: String
            var value: RuleTerm
        }

        let name: String
        let parameters: [String]
        var variables: [Variable] = []
        var result: RuleTerm
    }

    struct Allow: Sendable, Equatable {
        var methods: [String]
        /// nil to allow always.
        var condition: RuleTerm?
    }

    struct Block: Sendable, Equatable {
        var template: String
        var functions: [Function] = []
        var allows: [Allow] = []
        var blocks: [Block] = []
    }

    /// nil, which is version 1.
    var version: String?
    /// Those of the service.
    var functions: [Function] = []
    var blocks: [Block] = []

    var text: String {
        var lines: [String] = []
        if let version { lines.append("rules_version = '\(version)';") }
        lines.append("service cloud.firestore {")
        lines += functions.flatMap { $0.lines.indented }
        lines += blocks.flatMap { $0.lines.indented }
        return (lines + ["}", ""]).joined(separator: "\n")
    }
}

extension RulesFile.Block {
    fileprivate var lines: [String] {
        let parts =
            functions.flatMap(\.lines) + allows.flatMap(\.lines) + blocks.flatMap(\.lines)
        return ["match \(template) {"] + parts.indented + ["}"]
    }
}

extension RulesFile.Allow {
    fileprivate var lines: [String] {
        let start = "allow \(methods.joined(separator: ", "))"
        guard let condition else { return [start + ";"] }
        // A long condition stands on a line of its own: messages name lines.
        let text = condition.text
        return text.utf8.count < 60 ? ["\(start): if \(text);"] : ["\(start): if", "    \(text);"]
    }
}

extension RulesFile.Function {
    fileprivate var lines: [String] {
        let variables = self.variables.map { "let \($0.name) = \($0.value.text);" }
        let body = variables + ["return \(result.text);"]
        return ["function \(name)(\(parameters.joined(separator: ", "))) {"] + body.indented + ["}"]
    }
}

extension [String] {
    fileprivate var indented: [String] { map { "  " + $0 } }
}
