import FirestoreRules

/// What an expression comes to in every world at once.
indirect enum Symbol {
    /// Neither true nor false where the expression fails.
    case truth(isTrue: Formula, isFalse: Formula)
    /// A value of the solver, where the expression does not fail.
    case value(String, isDefined: Formula)
    /// A literal.
    case constant(RuleValue)
    case list([Symbol])
    /// A map in the rules whose keys are literals.
    case map([(key: String, value: Symbol)])
    case path([Symbol])
    /// A set, or a list that is only asked what is in it.
    case collection(SymbolicCollection)
    /// `new.diff(old)`, where both are maps
    case difference(new: String, old: String, isDefined: Formula)
    /// One of several, where its condition holds; where none holds, the expression fails.
    case alternatives([(condition: Formula, symbol: Symbol)])
    /// What the solver is not shown: the same for the same key.
    case opaque(String)
    /// An expression that always fails.
    case failure
}

/// What is in a set or in the keys of a map.
struct SymbolicCollection {
    /// Which of the values that the rules speak of are in it.
    struct Contents {
        /// For each element of the universe, in its order.
        var members: [Formula]
        /// Whether something else is in it.
        var others: Formula
    }

    let isSet: Bool
    let isDefined: Formula
    let contents: Contents
    /// Equal collections have equal keys.
    let key: String
}

/// The values that rules compare elements with. All others are "something else".
///
/// They are collected while conditions are evaluated for the first time, and used when that is done again.
struct Universe {
    /// A term, and the text if it is a literal one.
    struct Element: Hashable {
        let term: String
        let literal: String?
    }

    private(set) var elements: [Element] = []
    private var places: [String: Int] = [:]
    /// Whether all collections have the same elements from now on.
    private(set) var isComplete = false

    mutating func add(_ element: Element) {
        if isComplete || places[element.term] != nil { return }
        places[element.term] = elements.count
        elements.append(element)
    }

    /// The place of an element; nil for one that came too late.
    func place(of term: String) -> Int? { isComplete ? places[term] : nil }

    mutating func complete() { isComplete = true }
}
