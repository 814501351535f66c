/// A suite file as a tree, whether it was YAML or JSON.
struct SuiteNode: Sendable {
    indirect enum Content: Sendable {
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case string(String)
        case list([SuiteNode])
        case map([Entry])
    }

    struct Entry: Sendable {
        let key: String
        let value: SuiteNode
        /// The line of the key.
        let line: Int?
    }

    var content: Content
    /// The line, from 1; nil if unknown.
    var line: Int?

    /// The kind of value, in words.
    var kind: String {
        switch content {
        case .null: "nothing"
        case .bool: "true or false"
        case .int, .double: "a number"
        case .string: "a text"
        case .list: "a list"
        case .map: "a map"
        }
    }

    var isNull: Bool {
        if case .null = content { true } else { false }
    }
}
