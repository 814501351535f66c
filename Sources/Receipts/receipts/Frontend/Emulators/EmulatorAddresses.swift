import JSONText

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

    /// The variables that SDKs find emulators by: those that `firebase emulators:exec` sets.
    ///
    /// Source: <https://github.com/firebase/firebase-tools>, `src/emulator/env.ts` and `commandUtils.ts`.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - namespace: The project's Realtime Database.
    ///   - given: The variables of this process.
    func variables(project: String, namespace: String, given: [String: String]) -> [String: String] {
        var variables = [
            "FIRESTORE_EMULATOR_HOST": firestore, "FIREBASE_FIRESTORE_EMULATOR_ADDRESS": firestore,
            "GCLOUD_PROJECT": project,
        ]
        if let database { variables["FIREBASE_DATABASE_EMULATOR_HOST"] = database }
        if given["FIREBASE_CONFIG", default: ""].isEmpty {
            let config = JSON.object([
                JSON.Member("projectId", .string(project)),
                JSON.Member("storageBucket", .string("\(project).appspot.com")),
                JSON.Member("databaseURL", .string("https://\(namespace).firebaseio.com")),
            ])
            variables["FIREBASE_CONFIG"] = config.compactText
        }
        return variables
    }
}
