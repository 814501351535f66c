/// A compiled function: its `let`s and its result. Its parameters are its first variables.
package final class FunctionPlan: Sendable {
    package let name: String
    package let parameters: [String]
    let body: any PlanNode
    /// The source of the body.
    let source: TracedExpression.Source
    /// Where the body is.
    package var range: SourceRange { source.form.range }

    init(
        name: String, parameters: [String], body: any PlanNode, source: TracedExpression.Source
    ) {
        self.name = name
        self.parameters = parameters
        self.body = body
        self.source = source
    }
}
