import FirestoreRules
import NamedFiles

/// Why an environment cannot be used: rules with an error, or an emulator that does not answer.
public struct RulesTestError: Error, Sendable, CustomStringConvertible {
    /// What is wrong; for rules with the lines, and marks under the places.
    public let description: String
    /// The errors of the rules; empty if something else is wrong.
    public let diagnostics: [Diagnostic]

    init(_ description: String) {
        self.description = description
        diagnostics = []
    }

    init(_ diagnostics: [Diagnostic], in file: SourceFile) {
        self.diagnostics = diagnostics
        description =
            "The rules have errors.\n" + diagnostics.map { $0.text(in: file) }.joined(separator: "\n")
    }
}

extension SourceFile {
    /// Reads a rules file.
    init(path: String) throws(RulesTestError) {
        let bytes: [UInt8]
        do throws(FileRefusal) {
            bytes = try NamedFile.contents(of: path, limit: 16 << 20)
        } catch {
            throw RulesTestError(
                "The rules file \(FileRefusal.name(path)) cannot be read: \(error.reason).")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RulesTestError("The rules file \(FileRefusal.name(path)) is not UTF-8 text.")
        }
        self.init(name: path, content: text)
    }
}
