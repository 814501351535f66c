import ReadReceipts

/// A user, as a page shows them.
struct PersonView: Encodable, Sendable, Equatable {
    let id: String
    let name: String
    let initials: String
    @Nullable var photoURL: String?

    /// Shows a user by the name of their profile, or by their id where there is none.
    init(_ id: String, _ profile: UserProfile?) {
        self.id = id
        name = profile?.displayName ?? id
        photoURL = profile?.photoURL
        initials = UserProfile.initials(of: name)
    }
}
