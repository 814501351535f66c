import FirestoreRules

/// The texts of a rules file that can stand for each other: names of fields, and values that are listed together.
struct Vocabulary {
    private(set) var fields: [String] = []
    private var groups: [[String]] = []

    init(_ walk: RulesWalk) {
        for site in walk.expressions {
            switch site.expression.kind {
            case .member(let receiver, let name):
                if case .member(_, let data) = receiver.kind, data.name == "data", !fields.contains(name.name)
                {
                    fields.append(name.name)
                }
            case .list(let elements): groups.append(elements.compactMap(\.text))
            case .map(let entries): groups.append(entries.compactMap(\.key.text))
            default: break
            }
        }
    }

    /// Other texts that might stand beside these in a list.
    func others(than texts: [String]) -> [String] {
        var others: [String] = []
        let isOfFields = !texts.isEmpty && texts.allSatisfy { fields.contains($0) }
        for group in groups + (isOfFields ? [fields] : []) where !Set(group).isDisjoint(with: texts) {
            for text in group where !texts.contains(text) && !others.contains(text) { others.append(text) }
        }
        return others
    }
}

extension Expression {
    /// The text of a string literal.
    var text: String? {
        if case .literal(.string(let text)) = kind { text } else { nil }
    }
}

extension String {
    /// The text as a literal of either rules language.
    var rulesLiteral: String {
        "'" + replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
