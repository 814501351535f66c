import PrintableText
import RealtimeDatabaseModel
import RulesCore

/// What an expression of these rules stands for.
typealias Noun = RulesCore.Noun<DataPlace>

/// A place in the database, before or after a write.
struct DataPlace: NounPlace {
    let path: DatabasePath
    let isNew: Bool

    var text: String { (isNew ? "the new " : "") + ValueSummary.text(path) }
    var weight: Int { 5 }
}

extension Explainer {
    /// What an expression stands for; nil for anything else that was computed.
    func noun(_ expression: RuleExpression) -> Noun? {
        switch expression.kind {
        case .variable("auth"): return .signIn
        case .variable("now"): return .time
        case .variable(let name) where name.hasPrefix("$"): return .pathVariable(name)
        case .property(let receiver, let name): return property(name, of: receiver)
        case .index(let receiver, let index):
            guard case .value(.string(let name))? = outcome(of: index) else { return nil }
            return property(name, of: receiver)
        case .call(let receiver, "val", _): return place(receiver)
        default: return place(expression)
        }
    }

    private func property(_ name: String, of receiver: RuleExpression) -> Noun? {
        let name = name.beginning(limit: 100)
        switch noun(receiver) {
        case .signIn: return name == "uid" ? .user : name == "token" ? .token : .claim(name)
        case .token: return .claim(name)
        case .claim(let outer): return .claim("\(outer).\(name)")
        case .some(let noun): return name == "length" ? .measure(name, of: noun) : nil
        case nil: return nil
        }
    }

    /// The place that a snapshot is of.
    private func place(_ expression: RuleExpression) -> Noun? {
        guard case .value(.snapshot(let snapshot))? = outcome(of: expression) else { return nil }
        return .place(DataPlace(path: snapshot.path, isNew: expression.isOfNewData))
    }
}

extension RuleExpression {
    /// Whether a snapshot shows data after a write.
    fileprivate var isOfNewData: Bool {
        if case .variable("newData") = kind { return true }
        return operands.first?.isOfNewData ?? false
    }
}
