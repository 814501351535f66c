package import HTTPTypes

extension HTTPField.Name {
    /// In an emulator's refusal: the number under which it explains what the rules decided.
    package static let rulesDecision = HTTPField.Name("X-Rules-Decision") ?? .via
    /// In a request: `background` for a read that nobody has asked for, as of a page that looks again and again.
    package static let rulesLog = HTTPField.Name("X-Rules-Log") ?? .via
}
