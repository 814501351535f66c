package import RulesCore

/// A function of the language, alone or in a package: everything there is to know about it.
///
/// The checker looks at its signature, the planner finds it by its name once, and a call runs its implementation. To add
/// a function, add it to the list of its topic.
package struct BuiltInFunction: Sendable {
    /// Which rules have the function.
    enum Availability: Sendable {
        case everywhere
        /// In services that the compiler knows.
        case services
        /// In rules of Cloud Firestore.
        case firestore
    }

    enum Implementation: Sendable {
        /// Needs only its arguments; returns nil if it does not take them.
        case pure(@Sendable (CallArguments) throws(EvaluationFailure) -> RuleValue?)
        /// Reads a document.
        case access(DocumentAccess.Function)
        /// Google's emulator checks calls of it, but has no such function.
        case missing
    }

    /// The package; nil for a function outside all of them.
    package let package: String?
    package let name: String
    /// How users find it.
    package let reference: BuiltIn
    let overloads: [[Parameter]]
    /// The signature for the checker.
    let signature: Signature
    let availability: Availability
    let implementation: Implementation

    init(
        _ fullName: String, _ documentation: String, _ overloads: [[Parameter]], gives result: TypeSet,
        in availability: Availability = .everywhere, _ implementation: Implementation
    ) {
        let parts = fullName.split(separator: ".").map(String.init)
        package = parts.count > 1 ? parts[0] : nil
        name = parts.last ?? fullName
        reference = BuiltIn(
            .function, fullName, overloads.map { "\(fullName)\($0.reference) -> \(result.reference)" },
            documentation)
        self.overloads = overloads
        signature = Signature(overloads.map { $0.map(\.types) }, result: result, of: reference)
        self.availability = availability
        self.implementation = implementation
    }

    init(
        _ fullName: String, _ documentation: String, _ overloads: [[Parameter]], gives result: TypeSet,
        _ call: @escaping @Sendable (CallArguments) throws(EvaluationFailure) -> RuleValue?
    ) {
        self.init(fullName, documentation, overloads, gives: result, .pure(call))
    }

    /// All functions, by full name.
    package static let all: [String: BuiltInFunction] = {
        let functions = topics.flatMap(\.functions)
        return Dictionary(uniqueKeysWithValues: functions.map { ($0.fullName, $0) })
    }()

    static let topics: [(title: String, functions: [BuiltInFunction])] = [
        ("Documents", documents), ("Conversions", conversions), ("Package math", mathematics),
        ("Package hashing", hashing), ("Packages timestamp and duration", times),
        ("Package latlng", points), ("Debugging", debugging),
    ]

    var isImplemented: Bool { if case .missing = implementation { false } else { true } }

    /// The names that are packages before a dot, not variables.
    package static let packages = Set(all.values.compactMap(\.package))

    /// The function of a name, in a package or outside all of them.
    package static func named(_ name: String, in package: String? = nil) -> BuiltInFunction? {
        all[package.map { "\($0).\(name)" } ?? name]
    }

    /// The name with the package.
    package var fullName: String { package.map { "\($0).\(name)" } ?? name }

    /// Calls the function with its arguments.
    package func call(
        _ arguments: CallArguments, _ work: WorkMeter
    ) throws(EvaluationFailure) -> RuleValue {
        // Parsing and hashing look at a text a few times.
        if case .string(let text)? = arguments.first { try work.charge(text.utf8.count) }
        if case .bytes(let bytes)? = arguments.first { try work.charge(bytes.count) }
        if case .list(let list)? = arguments.first { try work.charge(list.count) }
        if case .pure(let call) = implementation, let result = try call(arguments) { return result }
        throw .error(.function(fullName, arguments.map(\.type)))
    }
}
