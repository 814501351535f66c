/// Where emulators can be reached once they serve.
struct EmulatorAddresses: Sendable {
    /// Host and port of Firestore's.
    var firestore: String
    /// Host and port of the Realtime Database's, where there is one.
    var database: String?
    /// The console's URL, where there is one.
    var console: String?

    /// The one line that scripts wait for.
    var readyLine: String {
        var line = "ready http://\(firestore)"
        if let database { line += " database http://\(database)" }
        if let console { line += " console \(console)" }
        return line
    }
}
