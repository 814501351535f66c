import PrintableText

/// Secrets in files, as container platforms mount them: `FIRESTORE_TOKEN_FILE` names a file with the content of `FIRESTORE_TOKEN`.
enum SecretFiles {
    static let variables = ["FIRESTORE_TOKEN", "RECEIPTS_CONSOLE_TOKEN", "RECEIPTS_INTAKE_TOKEN"]
    static let suffix = "_FILE"

    /// The environment with the content of the files, without a line break at the end.
    ///
    /// - Throws: ``CommandFailure`` if a file cannot be read or is empty, or a secret is also set directly.
    static func environment(
        _ environment: [String: String], reading read: (String) throws(CommandFailure) -> String
    ) throws(CommandFailure) -> [String: String] {
        var result = environment
        for variable in variables {
            guard let path = environment[variable + suffix], !path.isEmpty else { continue }
            guard environment[variable]?.isEmpty ?? true else {
                throw CommandFailure(.wrongUsage, "set either \(variable) or \(variable)\(suffix), not both")
            }
            var secret = Substring(try read(path))
            while let last = secret.last, last.isNewline { secret.removeLast() }
            guard !secret.isEmpty else {
                throw CommandFailure(
                    .wrongUsage, "the file of \(variable)\(suffix), \(path.printable), is empty")
            }
            result[variable] = String(secret)
        }
        return result
    }
}
