extension SuiteCursor {
    /// The largest file to read, in bytes.
    static let maximumSize = 10 << 20

    /// Reads a file, which must hold a map: JSON if its name ends in `.json`, otherwise YAML.
    init(reading text: String, file: String) throws(SuiteProblem) {
        if text.utf8.count > SuiteCursor.maximumSize {
            throw SuiteProblem(file: file, "the file is larger than \(SuiteCursor.maximumSize >> 20) MB")
        }
        let isJSON = file.lowercased().hasSuffix(".json")
        let node = try isJSON ? SuiteNode.json(text, file: file) : SuiteNode.yaml(text, file: file)
        self.init(node, file: file)
        guard case .map = node.content else {
            throw problem("expected a map with \"cases\" (or \"testCases\"), found \(node.kind)")
        }
    }
}
