/// The addresses of running emulators.
struct EmulatorAddresses: Sendable {
    /// The host and port of Firestore's.
    var firestore: String
    /// The host and port of the Realtime Database's; nil for none.
    var database: String?
    /// The console's URL; nil for none.
    var console: String?

    /// The line that scripts wait for.
    var readyLine: String {
        var line = "ready http://\(firestore)"
        if let database { line += " database http://\(database)" }
        if let console { line += " console \(console)" }
        return line
    }
}
