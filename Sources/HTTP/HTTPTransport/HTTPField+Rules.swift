package import HTTPTypes

extension HTTPField.Name {
    /// In an emulator's refusal: the number by which it explains the rules' decision.
    package static let rulesDecision = HTTPField.Name("X-Rules-Decision") ?? .via
    /// In a request: `background` for an automatic read, such as a page's polling.
    package static let rulesLog = HTTPField.Name("X-Rules-Log") ?? .via
}
