/// A method of some types of values, such as `size` or `hasOnly`: everything there is to know about it.
///
/// The checker looks at its signature, the planner finds it by its name once, and a call runs its implementation. To add
/// a method, add it to the list of its topic.
package struct BuiltInMethod: Sendable {
    /// Calls the method; nil if the receiver does not have it, or it does not take these arguments.
    typealias Implementation =
        @Sendable (RuleValue, CallArguments, WorkMeter) throws(EvaluationFailure) -> RuleValue?

    package let name: String
    /// What it does, in one line.
    package let documentation: String
    /// The types that have it, and its parameters on each.
    let forms: [(receiver: RuleType, overloads: [[Parameter]])]
    /// What the checker knows, the receiver as the first parameter.
    let signature: Signature
    /// Nil for what only the checker of Google's emulator knows.
    private let implementation: Implementation?
    private let receivers: TypeSet

    init(
        _ name: String, _ documentation: String, on forms: KeyValuePairs<RuleType, [[Parameter]]>,
        gives result: TypeSet, _ implementation: Implementation?
    ) {
        self.name = name
        self.documentation = documentation
        self.forms = forms.map { (receiver: $0, overloads: $1) }
        self.implementation = implementation
        receivers = TypeSet(implementation == nil ? [] : forms.map(\.key))
        // The checker knows nothing of what queries constrain.
        let known = forms.filter { $0.key != .constraint }
        signature = Signature(
            known.flatMap { receiver, overloads in overloads.map { [[receiver]] + $0.map(\.types) } },
            result: result)
    }

    /// All methods, by name.
    package static let all: [String: BuiltInMethod] = {
        let topics = [strings, bytes, collections, sets, maps, paths, times, points]
        return Dictionary(uniqueKeysWithValues: topics.joined().map { ($0.name, $0) })
    }()

    package var isImplemented: Bool { implementation != nil }

    /// Whether values of a type have the method.
    func isMethod(of type: RuleType) -> Bool { receivers.contains(type) }

    /// The parameters that the method has on a type; nil where the type has no such method.
    func overloads(of type: RuleType) -> [[Parameter]]? {
        isMethod(of: type) ? forms.first { $0.receiver == type }?.overloads : nil
    }

    /// Calls the method.
    package func call(
        _ receiver: RuleValue, _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        if let result = try implementation?(receiver, arguments, work) { return result }
        if case .null = receiver { throw .error(.nullValue) }
        throw .error(.method(name, receiver.type, arguments.map(\.type)))
    }
}
