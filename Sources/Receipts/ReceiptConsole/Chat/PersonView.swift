import ReadReceipts

/// A user, as a page shows them.
struct PersonView: Encodable, Sendable, Equatable {
    let id: UserID
    let name: String
    let initials: String
    @Nullable var photoURL: String?

    /// Shows a user by the name of their profile, or by their id where there is none.
    init(_ id: UserID, _ profile: UserProfile?) {
        self.id = id
        name = profile?.displayName ?? id.string
        photoURL = profile?.photoURL
        initials = UserProfile.initials(of: name)
    }
}
