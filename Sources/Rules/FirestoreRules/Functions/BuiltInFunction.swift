/// A function of the language, alone or in a package: everything there is to know about it.
///
/// The checker looks at its signature, the planner finds it by its name once, and a call runs its implementation. To add
/// a function, add it to the list of its topic.
package struct BuiltInFunction: Sendable {
    /// Where rules know the function.
    enum Availability: Sendable {
        case everywhere
        /// In services that the compiler knows.
        case services
        /// In rules of Cloud Firestore.
        case firestore
    }

    enum Implementation: Sendable {
        /// Needs only its arguments; nil if it does not take them.
        case pure(@Sendable (CallArguments) throws(EvaluationFailure) -> RuleValue?)
        /// Reads a document.
        case access(DocumentAccess.Function)
        /// Only the checker of Google's emulator knows it.
        case missing
    }

    /// The package; nil for a function outside of all of them.
    package let package: String?
    package let name: String
    /// What it does, in one line.
    package let documentation: String
    let overloads: [[Parameter]]
    /// What the checker knows.
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
        self.documentation = documentation
        self.overloads = overloads
        signature = Signature(overloads.map { $0.map(\.types) }, result: result)
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
        let topics = [conversions, mathematics, hashing, times, points, documents, debugging]
        return Dictionary(uniqueKeysWithValues: topics.joined().map { ($0.fullName, $0) })
    }()

    /// The names that are before a dot and are no variables.
    package static let packages = Set(all.values.compactMap(\.package))

    /// The function of a name, in a package or outside of all of them.
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
