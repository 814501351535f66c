package import RulesCore

/// A method of some types of values, such as `size` or `hasOnly`: everything there is to know about it.
///
/// The checker looks at its signature, the planner finds it by its name once, and a call runs its implementation. To add
/// a method, add it to the list of its topic.
package struct BuiltInMethod: Sendable {
    /// Calls the method; nil if the receiver does not have it, or it does not take these arguments.
    typealias Implementation =
        @Sendable (RuleValue, CallArguments, WorkMeter) throws(EvaluationFailure) -> RuleValue?

    package let name: String
    /// How users find it.
    package let reference: BuiltIn
    /// The types that have it, and its parameters on each.
    let forms: [(receiver: RuleType, overloads: [[Parameter]])]
    /// The signature for the checker, with the receiver as the first parameter.
    let signature: Signature
    /// Nil for a method that Google's emulator checks calls of, but does not have.
    private let implementation: Implementation?
    private let receivers: TypeSet

    init(
        _ name: String, _ documentation: String, on forms: KeyValuePairs<RuleType, [[Parameter]]>,
        gives result: TypeSet, _ implementation: Implementation?
    ) {
        self.name = name
        self.forms = forms.map { (receiver: $0, overloads: $1) }
        self.implementation = implementation
        receivers = TypeSet(implementation == nil ? [] : forms.map(\.key))
        // Users and the checker know constraints of queries as values of the field's type.
        let known = forms.filter { $0.key != .constraint }
        reference = BuiltIn(
            .method, name,
            known.flatMap { receiver, overloads in
                overloads.map { "\(receiver.rawValue).\(name)\($0.reference) -> \(result.reference)" }
            }, documentation)
        signature = Signature(
            known.flatMap { receiver, overloads in overloads.map { [[receiver]] + $0.map(\.types) } },
            result: result, of: reference)
    }

    /// All methods, by name.
    package static let all: [String: BuiltInMethod] = {
        let methods = topics.flatMap(\.methods)
        return Dictionary(uniqueKeysWithValues: methods.map { ($0.name, $0) })
    }()

    static let topics: [(title: String, methods: [BuiltInMethod])] = [
        ("Strings", strings), ("Bytes", bytes), ("Collections", collections), ("Sets", sets),
        ("Maps", maps), ("Paths", paths), ("Timestamps and durations", times), ("Points", points),
    ]

    package var isImplemented: Bool { implementation != nil }

    /// Whether values of a type have the method.
    func isMethod(of type: RuleType) -> Bool { receivers.contains(type) }

    /// The parameters that the method has on a type; nil if the type does not have it.
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
