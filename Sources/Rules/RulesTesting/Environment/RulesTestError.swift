import FirestoreRules
import NamedFiles

/// Why there is nothing to test in: rules that cannot be used, or an emulator that does not answer.
public struct RulesTestError: Error, Sendable, CustomStringConvertible {
    /// What is wrong; for rules with the lines, and the places in them marked.
    public let description: String
    /// What is wrong with the rules; empty when something else is.
    public let diagnostics: [Diagnostic]

    init(_ description: String) {
        self.description = description
        diagnostics = []
    }

    init(_ diagnostics: [Diagnostic], in file: SourceFile) {
        self.diagnostics = diagnostics
        description =
            "The rules cannot be used.\n" + diagnostics.map { $0.text(in: file) }.joined(separator: "\n")
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
