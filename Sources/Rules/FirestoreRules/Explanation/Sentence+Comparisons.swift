import PrintableText

extension Sentence {
    /// What a comparison of two values says.
    func comparison(_ sign: BinaryOperator, _ left: Side, _ right: Side, is truth: Bool) -> String? {
        switch sign {
        case .in: return truth ? contained(left, right) : missing(left, right)
        case .equal, .notEqual: return equality(left, right, isWanted: (sign == .equal) != truth)
        case .less, .lessOrEqual, .greater, .greaterOrEqual:
            return truth ? nil : order(sign, left, right)
        case .or, .and, .add, .subtract, .multiply, .divide, .remainder: return nil
        }
    }

    // MARK: Equal or not

    /// Two values that are different and should be equal, or are equal and should be different.
    private func equality(_ left: Side, _ right: Side, isWanted: Bool) -> String? {
        if let sentence = nothing(left, right, isWanted: isWanted) { return sentence }
        let (subject, other) = left.weight >= right.weight ? (left, right) : (right, left)
        guard isWanted else { return "\(subject.name) is \(subject.value), and must not be" }
        if case .field(let name, let path, let version) = left.noun,
            case .field(name, path, let otherVersion) = right.noun, version != otherVersion
        {
            let (stored, sent) = version == .stored ? (left, right) : (right, left)
            return "\(name) may not change: it is \(stored.value), and \(sent.value) was sent"
        }
        if case .map(let these) = left.raw, case .map(let others) = right.raw {
            guard let keys = try? MapDiff(new: these, old: others).keys(.affected, work).elements else {
                return nil
            }
            return
                "\(left.name) and \(right.name) differ in \(Wording.list(keys.map { ValueSummary($0).text }))"
        }
        if subject.noun == .user { return "\(asker) is not \(other.mention)" }
        return "\(subject.name) is \(subject.value), not \(other.mention)"
    }

    /// What is compared with null: a document that does not exist, somebody who is not signed in.
    private func nothing(_ left: Side, _ right: Side, isWanted: Bool) -> String? {
        guard left.isNull && left.isConstant || right.isNull && right.isConstant else { return nil }
        let subject = right.isConstant ? left : right
        switch subject.noun {
        case .signIn, .user:
            return subject.isNull ? "nobody is signed in" : isWanted ? "\(asker) is signed in" : nil
        case .document(let path, _), .data(let path, _):
            return subject.isNull ? "\(path) does not exist" : isWanted ? "\(path) exists already" : nil
        default: return nil
        }
    }

    private func order(_ sign: BinaryOperator, _ left: Side, _ right: Side) -> String? {
        let isSwapped = left.weight < right.weight
        let (subject, other) = isSwapped ? (right, left) : (left, right)
        let isTime = if case .timestamp = subject.raw { true } else { false }
        let words: String
        switch (sign, isSwapped) {
        case (.less, false), (.greater, true): words = isTime ? "before" : "less than"
        case (.lessOrEqual, false), (.greaterOrEqual, true): words = isTime ? "no later than" : "at most"
        case (.greater, false), (.less, true): words = isTime ? "after" : "more than"
        default: words = isTime ? "no earlier than" : "at least"
        }
        return "\(subject.name) is \(subject.value), and must be \(words) \(other.mention)"
    }

    // MARK: In

    /// Something is not in a list, a map, or a document.
    private func missing(_ left: Side, _ right: Side) -> String? {
        switch right.noun {
        case .data(let path, let version):
            guard case .string(let name) = left.raw else { return nil }
            return missingField(name, path, version)
        case .token:
            guard case .string(let name) = left.raw else { return nil }
            return "the token of \(asker) has no claim \(name.beginning(limit: 100))"
        case .field(let name, let path, .stored) where left.noun == .user:
            if let role = Wording.role(in: name) { return "\(asker) is not \(role) of \(path)" }
            return "\(asker) is not in \(name) of \(path)"
        case .some(let noun):
            return "\(left.value) is not in \(noun.text)"
        case nil:
            guard let elements = right.raw?.shownElements, left.noun != .user, !left.isConstant else {
                return right.raw?.shownElements.map {
                    "\(left.value) is not one of \(Wording.list($0.map { ValueSummary($0).text }))"
                }
            }
            return
                "\(left.name) is \(left.value), and must be one of "
                + Wording.list(elements.map { ValueSummary($0).text }, "or")
        }
    }

    private func contained(_ left: Side, _ right: Side) -> String? {
        switch (right.noun, left.raw) {
        case (.data(let path, .stored), .string(let name)):
            return "\(path) has the field \(name.beginning(limit: 100))"
        case (.data(let path, .sent), .string(let name)):
            return "the data sent for \(path) has the field \(name.beginning(limit: 100))"
        default: return "\(left.value) is in \(right.name)"
        }
    }

    /// A document has no such field.
    func missingField(_ name: String, _ path: String, _ version: Noun.Version) -> String {
        let name = name.beginning(limit: 100)
        switch version {
        case .stored: return "\(path) has no field \(name)"
        case .sent: return "the field \(name) is missing from the data sent for \(path)"
        }
    }
}

extension Sentence.Side {
    var isNull: Bool { if case .null = raw { true } else { false } }

    /// How much it deserves to be what the sentence is about: fields, then what is worked out, then the user and constants.
    fileprivate var weight: Int {
        switch noun {
        case .field, .claim, .size, .changes, .names: 5
        case .pathVariable, .document, .data, .token: 4
        case nil: isConstant ? 0 : 3
        case .user, .signIn: 2
        case .time: 1
        }
    }

    /// As it stands behind what it is compared with.
    fileprivate var mention: String {
        switch noun {
        case nil, .user, .signIn: value
        case .time: "the time of the request"
        case .some(let noun): "\(value) (\(noun.text))"
        }
    }
}

extension RuleValue {
    /// The elements of a list or a set, but for those that nobody would read.
    var shownElements: [RuleValue]? {
        switch self {
        case .list(let list): Array(list.prefix(1000))
        case .set(let set): Array(set.elements.prefix(1000))
        default: nil
        }
    }
}
