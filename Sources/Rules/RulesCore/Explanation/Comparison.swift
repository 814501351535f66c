/// A side of a comparison.
package struct Side<Place: NounPlace, Value> {
    package let noun: Noun<Place>?
    /// The side as the subject of the sentence.
    package let name: String
    /// Its value, shortened.
    package let value: String
    package let raw: Value?
    package let isConstant: Bool

    package init(noun: Noun<Place>?, name: String, value: String, raw: Value?, isConstant: Bool) {
        self.noun = noun
        self.name = name
        self.value = value
        self.raw = raw
        self.isConstant = isConstant
    }

    /// Its priority as the subject of the sentence: data first, then computed values, then the user and constants.
    fileprivate var weight: Int {
        switch noun {
        case .place(let place): place.weight
        case .claim, .measure: 5
        case .pathVariable, .token: 4
        case nil: isConstant ? 0 : 3
        case .user, .signIn: 2
        case .time: 1
        }
    }

    /// The side as the object of the sentence.
    package var mention: String {
        switch noun {
        case nil, .user, .signIn: value
        case .time: noun?.text ?? value
        case .some(let noun): "\(value) (\(noun.text))"
        }
    }
}

/// Two values that were compared, and the sentences that state the result.
///
/// If the rule denied the request, a sentence also says what had to be otherwise.
package struct Comparison<Place: NounPlace, Value> {
    /// A condition on the order of two values, from the point of view of the left one.
    package enum Bound {
        case less, atMost, more, atLeast

        fileprivate var mirrored: Bound {
            switch self {
            case .less: .more
            case .atMost: .atLeast
            case .more: .less
            case .atLeast: .atMost
            }
        }

        fileprivate func words(ofTimes: Bool) -> String {
            switch self {
            case .less: ofTimes ? "before" : "less than"
            case .atMost: ofTimes ? "no later than" : "at most"
            case .more: ofTimes ? "after" : "more than"
            case .atLeast: ofTimes ? "no earlier than" : "at least"
            }
        }
    }

    /// What the sentence is about.
    package let subject: Side<Place, Value>
    package let other: Side<Place, Value>
    private let isMirrored: Bool
    private let isAllowed: Bool

    /// - Parameter isAllowed: Whether the rule allowed the request, so that nothing had to be otherwise.
    package init(_ left: Side<Place, Value>, _ right: Side<Place, Value>, isAllowed: Bool) {
        self.isAllowed = isAllowed
        isMirrored = left.weight < right.weight
        (subject, other) = isMirrored ? (right, left) : (left, right)
    }

    /// Whether the values are equal.
    ///
    /// - Parameter asker: Who sent the request.
    package func equality(areEqual: Bool, asker: String) -> String {
        if areEqual { return "\(subject.name) is \(subject.value)" + (isAllowed ? "" : ", and must not be") }
        if subject.noun == .user { return "\(asker) is not \(other.mention)" }
        return "\(subject.name) is \(subject.value), not \(other.mention)"
    }

    /// Whether the values are in a certain order.
    package func order(_ bound: Bound, isMet: Bool, ofTimes: Bool = false) -> String {
        let words = (isMirrored ? bound.mirrored : bound).words(ofTimes: ofTimes)
        // A value that had to be otherwise had to do the opposite.
        let verb =
            isAllowed ? (isMet ? "which is" : "which is not") : (isMet ? "and must not be" : "and must be")
        return "\(subject.name) is \(subject.value), \(verb) \(words) \(other.mention)"
    }
}

extension Side {
    /// Something that a write changes.
    package static func change(
        of name: String, from stored: Side, to sent: Side, isAllowed: Bool
    ) -> String {
        isAllowed
            ? "\(name) changes from \(stored.value) to \(sent.value)"
            : "\(name) may not change: it is \(stored.value), and \(sent.value) was sent"
    }
}
