/// One step of a compiled expression.
///
/// Plans are trees of small final classes: names are resolved, literals are values, built-ins are looked up. Evaluation walks the tree.
package protocol PlanNode: AnyObject, Sendable {
    /// The value of the expression.
    ///
    /// - Throws: why it has none; `&&` and `||` may decide all the same.
    func value(in evaluation: Evaluation) throws(EvaluationFailure) -> RuleValue
}
