import PrintableText
import RulesCore

extension Sentence {
    /// The sentence about a comparison of two values.
    func comparison(_ sign: BinaryOperator, _ left: Side, _ right: Side, is truth: Bool) -> String? {
        switch sign {
        case .in: return truth ? contained(left, right) : missing(left, right)
        case .equal, .notEqual: return equality(left, right, areEqual: (sign == .equal) == truth)
        case .less: return order(.less, left, right, isMet: truth)
        case .lessOrEqual: return order(.atMost, left, right, isMet: truth)
        case .greater: return order(.more, left, right, isMet: truth)
        case .greaterOrEqual: return order(.atLeast, left, right, isMet: truth)
        case .or, .and, .add, .subtract, .multiply, .divide, .remainder: return nil
        }
    }

    // MARK: Equal or not

    private func equality(_ left: Side, _ right: Side, areEqual: Bool) -> String? {
        if let sentence = nothing(left, right, areEqual: areEqual) { return sentence }
        if !areEqual, case .place(.field(let name, let path, let version)) = left.noun,
            case .place(.field(name, path, let otherVersion)) = right.noun, version != otherVersion
        {
            let (stored, sent) = version == .stored ? (left, right) : (right, left)
            return Side.change(of: name, from: stored, to: sent, isAllowed: isAllowed)
        }
        if !areEqual, case .map(let these) = left.raw, case .map(let others) = right.raw {
            guard let keys = try? MapDiff(new: these, old: others).keys(.affected, work).elements else {
                return nil
            }
            return
                "\(left.name) and \(right.name) differ in \(Wording.list(keys.map { ValueSummary($0).text }))"
        }
        return Comparison(left, right, isAllowed: isAllowed).equality(areEqual: areEqual, asker: asker)
    }

    /// A comparison with null: a document that does not exist, a user who is not signed in.
    private func nothing(_ left: Side, _ right: Side, areEqual: Bool) -> String? {
        guard left.isNull && left.isConstant || right.isNull && right.isConstant else { return nil }
        let subject = right.isConstant ? left : right
        switch subject.noun {
        case .signIn, .user:
            return subject.isNull ? "nobody is signed in" : areEqual ? nil : "\(asker) is signed in"
        case .place(.document(let path, _)), .place(.data(let path, _)):
            if subject.isNull { return "\(path) does not exist" }
            return areEqual ? nil : "\(path) exists" + (isAllowed ? "" : " already")
        default: return nil
        }
    }

    private func order(
        _ bound: Comparison<DocumentPart, RuleValue>.Bound, _ left: Side, _ right: Side, isMet: Bool
    ) -> String {
        let comparison = Comparison(left, right, isAllowed: isAllowed)
        let isOfTimes = if case .timestamp = comparison.subject.raw { true } else { false }
        return comparison.order(bound, isMet: isMet, ofTimes: isOfTimes)
    }

    // MARK: In

    /// Something is not in a list, a map, or a document.
    private func missing(_ left: Side, _ right: Side) -> String? {
        switch right.noun {
        case .place(.data(let path, let version)):
            guard case .string(let name) = left.raw else { return nil }
            return missingField(name, path, version)
        case .token:
            guard case .string(let name) = left.raw else { return nil }
            return "the token of \(asker) has no claim \(name.beginning(limit: 100))"
        case .place(.field(let name, let path, .stored)) where left.noun == .user:
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
            let words = elements.map { ValueSummary($0).text }
            if isAllowed { return "\(left.name) is \(left.value), not one of \(Wording.list(words))" }
            return "\(left.name) is \(left.value), and must be one of \(Wording.list(words, "or"))"
        }
    }

    private func contained(_ left: Side, _ right: Side) -> String? {
        switch (right.noun, left.raw) {
        case (.place(.data(let path, .stored)), .string(let name)):
            return "\(path) has the field \(name.beginning(limit: 100))"
        case (.place(.data(let path, .sent)), .string(let name)):
            return "the data sent for \(path) has the field \(name.beginning(limit: 100))"
        default: return "\(left.value) is in \(right.name)"
        }
    }

    /// A document has no such field.
    func missingField(_ name: String, _ path: String, _ version: DocumentPart.Version) -> String {
        let name = name.beginning(limit: 100)
        switch version {
        case .stored: return "\(path) has no field \(name)"
        case .sent where isAllowed: return "the data sent for \(path) has no field \(name)"
        case .sent: return "the field \(name) is missing from the data sent for \(path)"
        }
    }
}

extension Side<DocumentPart, RuleValue> {
    var isNull: Bool { if case .null = raw { true } else { false } }
}

extension RuleValue {
    /// The elements of a list or a set, up to a limit.
    var shownElements: [RuleValue]? {
        switch self {
        case .list(let list): Array(list.prefix(1000))
        case .set(let set): Array(set.elements.prefix(1000))
        default: nil
        }
    }
}
