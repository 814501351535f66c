import PrintableText
import RealtimeDatabaseModel

/// What an expression stands for, in words that people know who have written the app.
enum Noun: Equatable {
    /// `auth`
    case signIn
    /// `auth.uid`
    case user
    /// What a token says.
    case claim(String)
    /// `now`
    case time
    /// A place in the database; new for what a write would leave there.
    case place(DatabasePath, isNew: Bool)
    indirect case length(of: Noun)
    /// What stands in the place of a variable in the path.
    case pathVariable(String)

    /// As it stands in a sentence.
    var text: String {
        switch self {
        case .signIn: "the sign-in"
        case .user: "the user's id"
        case .claim(let name): "\(name) in the user's token"
        case .time: "the time of the request"
        case .place(let path, let isNew): (isNew ? "the new " : "") + ValueSummary.text(path)
        case .length(let noun): "the length of \(noun.text)"
        case .pathVariable(let name): "\(name) in the path"
        }
    }
}

extension Explainer {
    /// What an expression stands for; nil for anything that was worked out in another way.
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
        case .signIn: return name == "uid" ? .user : name == "token" ? .claim("") : .claim(name)
        case .claim(let outer): return .claim(outer.isEmpty ? name : "\(outer).\(name)")
        case .some(let noun): return name == "length" ? .length(of: noun) : nil
        case nil: return nil
        }
    }

    /// The place that a snapshot is of.
    private func place(_ expression: RuleExpression) -> Noun? {
        guard case .value(.snapshot(let snapshot))? = outcome(of: expression) else { return nil }
        return .place(snapshot.path, isNew: expression.isOfNewData)
    }
}

extension RuleExpression {
    /// Whether a snapshot is of what a write would leave.
    fileprivate var isOfNewData: Bool {
        if case .variable("newData") = kind { return true }
        return operands.first?.isOfNewData ?? false
    }
}
