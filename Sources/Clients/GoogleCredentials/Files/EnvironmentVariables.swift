/// The variables of an environment. Printing or dumping them shows none: some are secrets.
struct EnvironmentVariables: Sendable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    let all: [String: String]

    init(_ all: [String: String]) { self.all = all }

    /// A variable's value; nil when it is empty.
    subscript(name: String) -> String? { all[name].flatMap { $0.isEmpty ? nil : $0 } }

    var description: String { "environment variables" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
