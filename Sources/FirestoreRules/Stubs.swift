import FirestoreModel

enum Conversions {
    static func pathSegments(of v: RuleValue) throws(EvaluationFailure) -> [RulePath.Segment] { [] }
}
enum BuiltInMethod: String {
    case size; func call(_ r: RuleValue, _ a: [RuleValue]) throws(EvaluationFailure) -> RuleValue { r }
}
struct BuiltInFunction {
    static let packages: Set<String> = []; init?(package: String?, name: String) {};
    func call(_ a: [RuleValue]) throws(EvaluationFailure) -> RuleValue { .null }
}
