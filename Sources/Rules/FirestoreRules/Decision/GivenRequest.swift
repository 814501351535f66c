/// A request as a test gives it: the values that rules see, without documents behind them.
package struct GivenRequest: Sendable {
    package var method: RulesMethod
    /// The whole path, `databases` first.
    package var path: [String]
    /// `request`
    package var request: RuleMap
    /// `resource`
    package var resource: RuleValue
    /// The answers of `get` and its like.
    package var mocks: [FunctionMock]

    package init(
        method: RulesMethod, path: [String], request: RuleMap, resource: RuleValue, mocks: [FunctionMock] = []
    ) {
        self.method = method
        self.path = path
        self.request = request
        self.resource = resource
        self.mocks = mocks
    }
}

/// The answer of one function call in a test.
package struct FunctionMock: Sendable {
    /// `get`, `exists`, `getAfter` or `existsAfter`
    package var function: String
    /// The path of the call, with a slash before each segment; nil for any.
    package var path: String?
    /// The answer; nil for a call that fails.
    package var result: RuleValue?

    package init(function: String, path: String?, result: RuleValue?) {
        self.function = function
        self.path = path
        self.result = result
    }

    func takes(_ path: String) -> Bool { self.path == nil || self.path == path }
}
