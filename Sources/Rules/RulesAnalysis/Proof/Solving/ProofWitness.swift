import FirestoreRules

/// The terms of a proof that stand for parts of a scenario, so that a solver's model can be read as one.
struct ProofWitness: Sendable {
    /// A part of a request or of a document.
    struct Part: Hashable, Sendable {
        enum Root: Hashable, Sendable {
            case request, resource
            /// A stored document, by the terms of its path's segments from `databases` on.
            case document([String])
        }

        let root: Root
        var names: [String] = []

        func member(_ name: String) -> Part { Part(root: root, names: names + [name]) }
        func member(_ names: [String]) -> Part { Part(root: root, names: self.names + names) }
    }

    /// What conditions read, in the order of reading.
    private(set) var parts: [Part] = []
    /// The term of each part.
    private(set) var terms: [Part: String] = [:]
    private var partsOfTerms: [String: Part] = [:]
    /// The terms whose sizes conditions read: of all others a model knows none.
    private(set) var sized: Set<String> = []

    mutating func add(_ part: Part, _ term: String) {
        guard terms[part] == nil else { return }
        terms[part] = term
        partsOfTerms[term] = part
        parts.append(part)
    }

    /// Notes that a term is the member of another one.
    mutating func addMember(_ name: String, of whole: String, _ term: String) {
        if let part = partsOfTerms[whole] { add(part.member(name), term) }
    }

    func part(of term: String) -> Part? { partsOfTerms[term] }

    mutating func noteSize(of term: String) { sized.insert(term) }
}

extension ProofWitness.Part {
    private static let read: Set = ["auth", "fields", "headers", "inTransaction", "method", "path", "time"]
    private static let written: Set = [
        "auth", "autoId", "headers", "inTransaction", "method", "path", "readFields", "resource", "time",
        "transforms", "writeFields",
    ]
    private static let document: Set = ["data", "id", "__name__"]
    private static let query: Set = [
        "allDescendants", "ancestor", "distinct", "groupBy", "kind", "limit", "offset", "orderBy", "parent",
        "selectOnlyKeys",
    ]

    /// All names that the part can have, whatever the request; nil if it can have any.
    func allNames(_ method: RulesMethod) -> Set<String>? {
        switch (root, names) {
        case (.resource, []), (.document, []), (.request, ["resource"]): Self.document
        case (.request, ["auth"]): ["uid", "token"]
        case (.request, ["query"]): Self.query
        case (.request, []):
            switch method {
            case .create, .update, .delete: Self.written
            case .list: Self.read.union(["query"])
            // A document that a transaction verifies is read like others, but the request is a write.
            case .get: Self.read.union(Self.written)
            }
        default: nil
        }
    }
}

/// What to ask a solver of a model, and how to read its answers.
struct ProofQuestions: Sendable {
    /// The terms, in the order of asking.
    private(set) var terms: [String] = []
    private var places: [String: Int] = [:]

    mutating func ask(_ term: String) {
        guard places[term] == nil else { return }
        places[term] = terms.count
        terms.append(term)
    }

    /// The command that asks.
    var command: String { terms.isEmpty ? "" : "(get-value (\(terms.joined(separator: "\n"))))\n" }

    func place(of term: String) -> Int? { places[term] }
}
