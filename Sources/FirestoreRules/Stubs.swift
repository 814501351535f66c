import FirestoreModel
package enum TypeName: String { case bool, bytes, constraint, duration, float, int, latlng, list, vector, set, number, map, string, timestamp, path, map_diff }
enum Operators {
  static func not(_ v: RuleValue) throws(EvaluationFailure) -> RuleValue { v }
  static func negate(_ v: RuleValue) throws(EvaluationFailure) -> RuleValue { v }
  static func apply(_ op: BinaryOperator, _ l: RuleValue, _ r: RuleValue) throws(EvaluationFailure) -> RuleValue { l }
  static func isInstance(_ l: RuleValue, of: TypeName) -> Bool { true }
  static func member(_ l: RuleValue, _ n: FieldName) throws(EvaluationFailure) -> RuleValue { l }
  static func index(_ l: RuleValue, _ n: RuleValue) throws(EvaluationFailure) -> RuleValue { l }
  static func slice(_ l: RuleValue, from: RuleValue?, to: RuleValue?) throws(EvaluationFailure) -> RuleValue { l }
}
enum Conversions { static func pathSegments(of v: RuleValue) throws(EvaluationFailure) -> [RulePath.Segment] { [] } }
enum BuiltInMethod: String { case size; func call(_ r: RuleValue, _ a: [RuleValue]) throws(EvaluationFailure) -> RuleValue { r } }
struct BuiltInFunction { static let packages: Set<String> = []; init?(package: String?, name: String) {}; func call(_ a: [RuleValue]) throws(EvaluationFailure) -> RuleValue { .null } }
extension RuleError { var message: String { "" } }
extension RuleValue { func isIdentical(to o: RuleValue) -> Bool { true } }
enum RulesChecker { static func check(_ s: RulesetSyntax) -> [Diagnostic] { [] } }
