import FirestoreModel
import PrintableText
import RulesCore

/// What an expression of Firestore's rules stands for.
typealias Noun = RulesCore.Noun<DocumentPart>

/// A document, or a part of one.
enum DocumentPart: NounPlace {
    /// Whether a document is as stored, or as a write would leave it.
    enum Version {
        case stored, sent
    }

    case document(String, Version)
    /// The fields of a document.
    case data(String, Version)
    case field(String, of: String, Version)
    /// The names of a document's fields.
    case names(of: String, Version)
    /// The names of the fields that a write changes.
    case changes

    var text: String {
        switch self {
        case .document(let path, .stored), .data(let path, .stored): path
        case .document(let path, .sent), .data(let path, .sent): "the data sent for \(path)"
        case .field(let name, let path, .stored): "\(name) of \(path)"
        case .field(let name, _, .sent): "the new \(name)"
        case .names(let path, .stored): "the fields of \(path)"
        case .names(let path, .sent): "the fields sent for \(path)"
        case .changes: "the changed fields"
        }
    }

    var weight: Int {
        switch self {
        case .field, .names, .changes: 5
        case .document, .data: 4
        }
    }
}

/// Finds out what an expression stands for.
struct NounReader {
    /// The requested document or collection.
    let target: String

    /// What an expression stands for; nil for anything else that was computed.
    func noun(_ evaluated: EvaluatedExpression, _ scope: Explainer.Scope) -> Noun? {
        let (evaluated, scope) = NounReader.resolved(evaluated, scope)
        guard case .expression(let expression) = evaluated.form else { return nil }
        let operands = evaluated.operands
        switch expression.kind {
        case .name("resource"): return .place(.document(target, .stored))
        case .name(let name):
            guard case .string = evaluated.value else { return nil }
            return .pathVariable(name)
        case .member(_, let name): return operands.first.flatMap { member(name.name, of: $0, scope) }
        case .index:
            guard operands.count == 2, case .string(let key) = operands[1].value else { return nil }
            return member(key, of: operands[0], scope)
        case .method(_, let name, _): return result(ofMethod: name.name, operands, scope)
        case .call(let name, _):
            guard name.name == "get" || name.name == "getAfter", case .path(let path)? = operands.first?.value
            else { return nil }
            return .place(.document(path.documentText, name.name == "get" ? .stored : .sent))
        default: return nil
        }
    }

    private func member(
        _ name: String, of receiver: EvaluatedExpression, _ scope: Explainer.Scope
    ) -> Noun? {
        if case .expression(let expression) = receiver.form, case .name("request") = expression.kind,
            scope.locals["request"] == nil
        {
            switch name {
            case "auth": return .signIn
            case "resource": return .place(.document(target, .sent))
            case "time": return .time
            default: return nil
            }
        }
        let name = name.beginning(limit: 100)
        switch noun(receiver, scope) {
        case .signIn: return name == "uid" ? .user : name == "token" ? .token : nil
        case .token: return .claim(name)
        case .claim(let outer): return .claim("\(outer).\(name)")
        case .place(.document(let path, let version)):
            return name == "data" ? .place(.data(path, version)) : nil
        case .place(.data(let path, let version)): return .place(.field(name, of: path, version))
        case .place(.field(let outer, let path, let version)):
            return .place(.field("\(outer).\(name)", of: path, version))
        default: return nil
        }
    }

    private func result(
        ofMethod name: String, _ operands: [EvaluatedExpression], _ scope: Explainer.Scope
    ) -> Noun? {
        guard let receiver = operands.first else { return nil }
        switch name {
        case "get":
            guard operands.count > 1, case .string(let key) = operands[1].value else { return nil }
            return member(key, of: receiver, scope)
        case "size": return noun(receiver, scope).map { .measure("size", of: $0) }
        case "keys":
            guard case .place(.data(let path, let version)) = noun(receiver, scope) else { return nil }
            return .place(.names(of: path, version))
        case "affectedKeys", "changedKeys", "addedKeys", "removedKeys", "unchangedKeys":
            guard name != "unchangedKeys", case .mapDiff = receiver.value else { return nil }
            return .place(.changes)
        case "toSet": return noun(receiver, scope)
        default: return nil
        }
    }

    /// What a name or a call of the rules' own functions resolves to.
    static func resolved(
        _ evaluated: EvaluatedExpression, _ scope: Explainer.Scope
    ) -> (EvaluatedExpression, Explainer.Scope) {
        var (evaluated, scope) = (evaluated, scope)
        // Names lead outwards and bodies inwards, so this ends. The limit is for deeply nested rules.
        for _ in 0..<100 {
            if let body = evaluated.body, let function = evaluated.function {
                (evaluated, scope) = (body, Explainer.scope(of: evaluated, function, scope))
            } else if case .binding(let name, _) = evaluated.form, evaluated.operands.count == 2 {
                var inner = scope
                inner.locals[name] = Explainer.Scope.Bound(expression: evaluated.operands[0], scope: scope)
                (evaluated, scope) = (evaluated.operands[1], inner)
            } else if case .expression(let expression) = evaluated.form,
                case .name(let name) = expression.kind, let bound = scope.locals[name]
            {
                (evaluated, scope) = (bound.expression, bound.scope)
            } else {
                break
            }
        }
        return (evaluated, scope)
    }
}

extension RulePath {
    /// The path of a document without that of its database.
    var documentText: String {
        let text = text
        let start = text.firstRange(of: "/documents/")?.upperBound ?? text.startIndex
        return String(text[start...]).printable(limit: 200)
    }
}
