@testable import FirestoreRules

/// The outcome of a method.
func call(_ receiver: RuleValue, _ method: BuiltInMethod, _ arguments: RuleValue...) -> String {
    outcome(try method.call(receiver, CallArguments(arguments)))
}

/// The outcome of a function.
func call(_ function: BuiltInFunction, _ arguments: RuleValue...) -> String {
    outcome(try function.call(CallArguments(arguments)))
}
