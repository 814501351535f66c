import ReadReceipts

/// A user, as a page shows them.
struct PersonView: Encodable, Sendable, Equatable {
    let id: UserID
    let name: String
    let initials: String
    @Nullable var photoURL: String?

    /// Shows the name of the profile, or the id if there is none.
    init(_ id: UserID, _ profile: UserProfile?) {
        self.id = id
        name = profile?.displayName ?? id.string
        photoURL = profile?.photoURL
        initials = UserProfile.initials(of: name)
    }
}
