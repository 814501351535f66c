import FirestoreModel

extension FieldPath {
    /// Reads the form that app code uses: names joined by dots, such as `"readBy"` or `"meta.seen"`, without quotes.
    ///
    /// As in Firebase's SDKs, a name may contain any character except `~`, `*`, `/`, `[` and `]`. Use
    /// ``FieldPath/init(_:)`` for such names, and for names with dots.
    init(dotForm text: String) throws(ConversionProblem) {
        if text.isEmpty { throw ConversionProblem("a field path is empty") }
        if text.utf8.contains(where: { "~*/[]".utf8.contains($0) }) {
            throw ConversionProblem(
                "the field path \"\(text)\" contains one of ~ * / [ ]; use FieldPath([...]) for such names")
        }
        let names = text.split(separator: ".", omittingEmptySubsequences: false)
        if names.contains(where: \.isEmpty) {
            throw ConversionProblem(
                "the field path \"\(text)\" begins or ends with a dot, or has two in a row")
        }
        self.init(names.map(String.init))
    }

    /// Reads a path that is a string with dots or a `FieldPath`.
    init(anyForm any: Any) throws(ConversionProblem) {
        switch any {
        case let path as FieldPath: self = path
        case let text as String: try self.init(dotForm: text)
        default:
            throw ConversionProblem(
                "a field is named by a value of type \(type(of: any)); use a String or a FieldPath")
        }
    }

    /// Checks that a field with this path can be read or compared.
    func checkForReading() throws(ConversionProblem) {
        if names.isEmpty { throw ConversionProblem("a field path is empty") }
        if names.contains(where: \.string.isEmpty) {
            throw ConversionProblem("the field path \(self) has an empty name in it")
        }
    }

    /// Checks that a field with this path can be written.
    func checkForWriting() throws(ConversionProblem) {
        let path = ConversionPath(self)
        if names.isEmpty { throw ConversionProblem("a field path is empty") }
        for name in names { try ValueEncoder.check(name: name.string, at: path) }
    }
}
