/// A Boolean term of SMT-LIB. What is plainly true or false is so at once, which keeps scripts small.
struct Formula: Hashable {
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static let always = Formula("true")
    static let never = Formula("false")

    init(_ truth: Bool) {
        self = truth ? .always : .never
    }

    static func all(_ formulas: [Formula]) -> Formula {
        joined(formulas, "and", neutral: .always, deciding: .never)
    }

    static func any(_ formulas: [Formula]) -> Formula {
        joined(formulas, "or", neutral: .never, deciding: .always)
    }

    private static func joined(
        _ formulas: [Formula], _ operation: String, neutral: Formula, deciding: Formula
    ) -> Formula {
        var parts: [Formula] = []
        for formula in formulas where formula != neutral && !parts.contains(formula) {
            if formula == deciding { return deciding }
            parts.append(formula)
        }
        switch parts.count {
        case 0: return neutral
        case 1: return parts[0]
        default: return Formula("(\(operation) \(parts.map(\.text).joined(separator: " ")))")
        }
    }

    static func && (left: Formula, right: Formula) -> Formula { all([left, right]) }
    static func || (left: Formula, right: Formula) -> Formula { any([left, right]) }

    static prefix func ! (formula: Formula) -> Formula {
        switch formula {
        case .always: .never
        case .never: .always
        default: Formula("(not \(formula.text))")
        }
    }

    /// `left` implies `right`.
    static func implication(_ left: Formula, _ right: Formula) -> Formula { !left || right }

    /// `condition ? first : second`
    static func choice(_ condition: Formula, _ first: Formula, _ second: Formula) -> Formula {
        (condition && first) || (!condition && second)
    }
}
