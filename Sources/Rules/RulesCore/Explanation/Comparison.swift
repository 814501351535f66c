/// A side of a comparison.
package struct Side<Place: NounPlace, Value> {
    package let noun: Noun<Place>?
    /// The side as a sentence names it.
    package let name: String
    /// Its value in short.
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

    /// How much it deserves to be the subject of the sentence: data first, then computed values, then the user and constants.
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

    /// The side where something else is compared with it.
    package var mention: String {
        switch noun {
        case nil, .user, .signIn: value
        case .time: noun?.text ?? value
        case .some(let noun): "\(value) (\(noun.text))"
        }
    }
}

/// Two values that were compared, and the sentences that say how it came out.
package struct Comparison<Place: NounPlace, Value> {
    /// The condition on the order of two values, as the left one has to meet it.
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

    package init(_ left: Side<Place, Value>, _ right: Side<Place, Value>) {
        isMirrored = left.weight < right.weight
        (subject, other) = isMirrored ? (right, left) : (left, right)
    }

    /// Two values that should be equal and differ, or should differ and are equal.
    ///
    /// - Parameter asker: Who sent the request.
    package func equality(isWanted: Bool, asker: String) -> String {
        if !isWanted { return "\(subject.name) is \(subject.value), and must not be" }
        if subject.noun == .user { return "\(asker) is not \(other.mention)" }
        return "\(subject.name) is \(subject.value), not \(other.mention)"
    }

    /// Two values that are not in the order that the rules ask for.
    package func order(_ bound: Bound, ofTimes: Bool = false) -> String {
        let words = (isMirrored ? bound.mirrored : bound).words(ofTimes: ofTimes)
        return "\(subject.name) is \(subject.value), and must be \(words) \(other.mention)"
    }
}

extension Side {
    /// Something that a write would change and may not.
    package static func change(of name: String, from stored: Side, to sent: Side) -> String {
        "\(name) may not change: it is \(stored.value), and \(sent.value) was sent"
    }
}
