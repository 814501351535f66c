extension Int {
    /// The number with its noun, such as `1 commit` or `2 commits`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
