import FirestoreModel

/// What others see of a user.
public struct UserProfile: Sendable, Equatable {
    /// The user's id.
    public var id: UserID
    /// The name; nil when the profile has none.
    public var displayName: String?
    /// The URL of a picture; nil when the profile has none.
    public var photoURL: String?

    /// Creates a profile.
    public init(id: UserID, displayName: String?, photoURL: String? = nil) {
        self.id = id
        self.displayName = displayName
        self.photoURL = photoURL
    }

    /// The first letters of the first two words of a name, in capitals.
    public static func initials(of name: String) -> String {
        name.split(whereSeparator: \.isWhitespace).prefix(2).compactMap(\.first).map { $0.uppercased() }
            .joined()
    }

    /// Reads a profile from its document.
    init(_ document: Document, schema: ReceiptSchema) {
        func text(_ field: String) -> String? {
            document.fields[FieldName(field)]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(
            id: UserID(document.name.path.id.string), displayName: text(schema.displayName),
            photoURL: text(schema.photoURL))
    }
}
