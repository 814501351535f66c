/// What a token lets its bearer do.
enum OAuthScope {
    /// Documents of Firestore: https://developers.google.com/identity/protocols/oauth2/scopes#firestore
    static let datastore = "https://www.googleapis.com/auth/datastore"
}
