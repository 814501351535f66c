/// A suite file as a tree, whether it was YAML or JSON.
package struct SuiteNode: Sendable {
    package indirect enum Content: Sendable {
        case null
        case bool(Bool)
        case int(Int64)
        case double(Double)
        case string(String)
        case list([SuiteNode])
        case map([Entry])
    }

    package struct Entry: Sendable {
        package let key: String
        package let value: SuiteNode
        /// The line of the key.
        package let line: Int?
    }

    package var content: Content
    /// The line, from 1; nil if unknown.
    package var line: Int?

    /// The kind of value, in words.
    package var kind: String {
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
