import PrintableText
import RulesCore

extension Sentence {
    /// The sentence about a method call that was true or false.
    func method(_ name: String, _ sides: [Side], is truth: Bool) -> String? {
        guard !truth, sides.count == 2, let receiver = sides.first, let argument = sides.last else {
            return nil
        }
        switch name {
        case "hasOnly": return tooMuch(receiver, argument)
        case "hasAll": return tooLittle(receiver, argument)
        case "hasAny":
            guard let wanted = argument.raw?.shownElements else { return nil }
            return "\(receiver.name) has none of \(words(wanted, receiver.noun))"
        case "matches": return "\(receiver.name) is \(receiver.value), which does not match \(argument.value)"
        default: return nil
        }
    }

    private func tooMuch(_ receiver: Side, _ argument: Side) -> String? {
        guard let elements = receiver.raw?.shownElements, let allowed = argument.raw?.shownElements,
            let lookup = try? RuleSet(RuleList(allowed), work)
        else { return nil }
        let extra = elements.filter { (try? lookup.contains($0, work)) == false }
        if extra.isEmpty { return nil }
        let (named, rest) = (words(extra, receiver.noun), words(allowed, receiver.noun))
        switch receiver.noun {
        case .place(.changes) where isAllowed, .place(.names) where isAllowed:
            return "\(receiver.name) include \(named)"
        case .place(.changes):
            return "\(named) may not change" + (allowed.isEmpty ? "" : ": only \(rest) may")
        case .place(.names):
            let fields = extra.count == 1 ? "the field \(named) is" : "the fields \(named) are"
            return "\(fields) not allowed: only \(rest) \(allowed.count == 1 ? "is" : "are")"
        default: return "\(receiver.name) has \(named)" + (isAllowed ? "" : ", and may have only \(rest)")
        }
    }

    private func tooLittle(_ receiver: Side, _ argument: Side) -> String? {
        guard let elements = receiver.raw?.shownElements, let wanted = argument.raw?.shownElements,
            let lookup = try? RuleSet(RuleList(elements), work)
        else { return nil }
        let missing = wanted.filter { (try? lookup.contains($0, work)) == false }
        if missing.isEmpty { return nil }
        let named = words(missing, receiver.noun)
        switch receiver.noun {
        case .place(.names(let path, let version)) where missing.count == 1:
            return missingField(named, path, version)
        case .place(.names(let path, .stored)): return "\(path) has no fields \(named)"
        case .place(.names(let path, .sent)) where isAllowed:
            return "the data sent for \(path) has no fields \(named)"
        case .place(.names(let path, .sent)):
            return "the fields \(named) are missing from the data sent for \(path)"
        default: return "\(receiver.name) lacks \(named)"
        }
    }

    /// Values as words. Names of fields have no quotes.
    private func words(_ values: [RuleValue], _ noun: Noun?) -> String {
        let isOfNames =
            switch noun {
            case .place(.changes), .place(.names): true
            default: false
            }
        return Wording.list(
            values.map { value in
                if isOfNames, case .string(let name) = value { return name.beginning(limit: 60) }
                return ValueSummary(value).text
            })
    }

    // MARK: Errors

    /// Why an expression has no value.
    func failure(
        _ error: RuleError, _ evaluated: EvaluatedExpression, _ scope: Explainer.Scope
    ) -> String? {
        guard let operand = evaluated.operands.first else { return nil }
        let receiver = side(operand, scope)
        switch error {
        case .nullValue:
            guard receiver.isNull else { return nil }
            switch receiver.noun {
            case .signIn, .user: return "nobody is signed in"
            case .place(.document(let path, .stored)): return "\(path) does not exist"
            case .place(.document(let path, .sent)): return "\(path) is deleted, and leaves no data"
            case .some(let noun): return "\(noun.text) is null"
            case nil: return nil
            }
        case .undefinedProperty(let name): return undefined(name, receiver)
        default: return nil
        }
    }

    private func undefined(_ property: String, _ receiver: Side) -> String? {
        let name = property.beginning(limit: 100)
        switch receiver.noun {
        case .place(.data(_, .stored)) where isQuery:
            return "the query has no filter on \(name), and the rules ask for it"
        case .place(.data(let path, let version)): return missingField(property, path, version)
        case .token: return "the token of \(asker) has no claim \(name)"
        case .some(let noun): return "\(noun.text) has no field \(name)"
        case nil: return nil
        }
    }
}
