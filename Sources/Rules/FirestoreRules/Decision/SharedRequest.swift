/// A request behind one reference, shared by all evaluations for it and by the values that they create.
final class SharedRequest: Sendable {
    let request: RulesRequest
    /// `request.auth.uid`; nil if nobody is signed in.
    let uid: RuleValue?

    init(_ request: RulesRequest) {
        self.request = request
        uid = request.auth.map { auth in auth.uid.map { .string($0) } ?? .null }
    }
}
