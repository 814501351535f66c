import RealtimeDatabaseModel
package import RulesCore

/// A method or property that the language has built in: everything there is to know about it.
///
/// The checker looks at its parameters and result, the planner finds it by its name once, and a call runs its implementation. To
/// add one, add it to the list of its receiver.
package struct BuiltInMember: Sendable {
    /// The values that have it.
    enum Receiver: String, Sendable {
        case snapshot, string, query
    }

    enum Parameters: Sendable {
        /// It is a property.
        case none
        /// So many strings, by their names in the documentation.
        case strings([String])
        /// Nothing, or a list of paths that is written out.
        case optionalPaths
        /// A regular expression that is written out.
        case pattern
    }

    enum Implementation: Sendable {
        /// Looks at the data of a snapshot.
        case data(@Sendable (DataNode) -> RuleValue)
        /// Leads down from a snapshot, by a path.
        case child
        /// Leads up from a snapshot.
        case parent
        /// Looks for children of a snapshot by their paths; without paths, for any.
        case children
        /// Makes a value of a string and the strings that the method takes.
        case text(@Sendable (String, [String]) throws(RuleFailure) -> RuleValue)
        /// Looks for a regular expression in a string.
        case match
        /// Looks at a query.
        case query(@Sendable (QueryFacts) -> RuleValue)
    }

    package let name: String
    /// How users find it.
    package let reference: BuiltIn
    let receiver: Receiver
    let parameters: Parameters
    let result: ExpressionType
    let implementation: Implementation

    init(
        _ name: String, _ documentation: String, of receiver: Receiver, _ parameters: Parameters,
        gives result: ExpressionType, _ implementation: Implementation
    ) {
        self.name = name
        self.receiver = receiver
        self.parameters = parameters
        self.result = result
        self.implementation = implementation
        reference = BuiltIn(
            parameters.isOfProperty ? .property : .method, name,
            parameters.texts.map { "\(receiver.rawValue).\(name)\($0) -> \(result.rawValue)" }, documentation)
    }

    /// All members, by name. No two receivers have members of the same name.
    package static let all: [String: BuiltInMember] = {
        let members = topics.flatMap(\.members)
        return Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0) })
    }()

    fileprivate static let topics: [(title: String, members: [BuiltInMember])] = [
        ("Snapshots", ofSnapshots), ("Strings", ofStrings), ("Queries", ofQueries),
    ]

    /// Whether it is called.
    var isMethod: Bool { !parameters.isOfProperty }

    /// Whether values of a type may have it.
    func isMember(of type: ExpressionType) -> Bool {
        switch receiver {
        case .snapshot: type == .snapshot
        // Any property of a part of `auth` is a part of `auth`.
        case .string: type.mayBeString && (isMethod || type != .claim)
        case .query: type == .query
        }
    }
}

extension BuiltInMember.Parameters {
    fileprivate var isOfProperty: Bool { if case .none = self { true } else { false } }

    /// How each overload writes its parameters.
    fileprivate var texts: [String] {
        switch self {
        case .none: [""]
        case .strings(let names): ["(" + names.map { "\($0): string" }.joined(separator: ", ") + ")"]
        case .optionalPaths: ["()", "(paths: [string])"]
        case .pattern: ["(/pattern/)"]
        }
    }
}

extension LanguageReference {
    /// What the rules of the Realtime Database have built in.
    package static let realtimeDatabase = LanguageReference(
        id: "realtime-database", title: "Realtime Database",
        BuiltInMember.topics.map { Topic($0.title, $0.members.map(\.reference)) })
}
