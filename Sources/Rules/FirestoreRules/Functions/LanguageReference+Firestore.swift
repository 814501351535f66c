package import RulesCore

extension LanguageReference {
    /// What Firestore's rules have built in.
    package static let firestore = LanguageReference(
        id: "firestore", title: "Cloud Firestore",
        (BuiltInFunction.topics.map { ($0.title, $0.functions.filter(\.isImplemented).map(\.reference)) }
            + BuiltInMethod.topics.map { ($0.title, $0.methods.filter(\.isImplemented).map(\.reference)) })
            .filter { !$1.isEmpty }.map { Topic($0, $1) })
}

extension [Parameter] {
    /// The parameters as signatures list them: `(int, string)`.
    var reference: String { "(" + map(\.types.reference).joined(separator: ", ") + ")" }
}

extension TypeSet {
    /// The types as signatures name them.
    var reference: String {
        if isDisjoint(with: .any) { return "nothing" }
        if TypeSet.any.members.allSatisfy(contains) { return "any" }
        if members.count == 2, contains(.int), contains(.float) { return "number" }
        return members.map(\.rawValue).joined(separator: " or ")
    }
}
