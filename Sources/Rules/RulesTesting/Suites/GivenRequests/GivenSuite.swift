package import FirestoreRules

/// A suite in the form of the Firebase Rules API: requests given as rules see them, with mocks in place of documents.
///
/// Source for the form: <https://firebase.google.com/docs/reference/rules/rest/v1/projects/test>.
package struct GivenSuite: Sendable {
    package struct Case: Sendable {
        package var name: String
        package var line: Int?
        package var isAllowed: Bool
        package var request: GivenRequest
    }

    package var file: String
    package var cases: [Case]
}
