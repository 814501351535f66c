/// What a token allows.
enum OAuthScope {
    /// Documents of Firestore: https://developers.google.com/identity/protocols/oauth2/scopes#firestore
    static let datastore = "https://www.googleapis.com/auth/datastore"
    /// The Realtime Database, which also requires the account's address:
    /// https://firebase.google.com/docs/database/rest/auth#google_oauth2_access_tokens
    static let realtimeDatabase = [
        "https://www.googleapis.com/auth/firebase.database",
        "https://www.googleapis.com/auth/userinfo.email",
    ]

    /// Both, so that one token serves the clients of both databases.
    static let databases = ([datastore] + realtimeDatabase).joined(separator: " ")
}
