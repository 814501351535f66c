/// What is wrong with a suite: one line that says where, and what to do.
package struct SuiteProblem: Error, Sendable, Equatable, CustomStringConvertible {
    package var file: String
    /// The line, from 1; nil if unknown.
    package var line: Int?
    /// The place in the file, such as `cases[2].expect`; empty for the file as a whole.
    package var path: String
    package var message: String

    package init(file: String, line: Int? = nil, path: String = "", _ message: String) {
        self.file = file
        self.line = line
        self.path = path
        self.message = message
    }

    package var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return path.isEmpty ? "\(place): \(message)" : "\(place): \(path): \(message)"
    }
}
