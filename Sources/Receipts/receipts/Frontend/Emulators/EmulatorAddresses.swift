import HTTPTransport
import JSONText

/// Where an emulator listens.
struct EmulatorAddress: Sendable, Equatable {
    var host: String
    var port: Int

    /// Host and port in the form of a URL.
    var authority: String { EmulatorPlan.authority(host: host, port: port) }

    /// Where to connect to: 0.0.0.0 and [::] are not destinations.
    var reachable: EmulatorAddress {
        Host.isAllAddresses(host) ? EmulatorAddress(host: "127.0.0.1", port: port) : self
    }
}

/// The addresses of running emulators.
struct EmulatorAddresses: Sendable {
    var firestore: EmulatorAddress
    /// The Realtime Database's; nil without one.
    var database: EmulatorAddress?
    /// The hub's; nil without one.
    var hub: EmulatorAddress?
    /// The console's URL, or nil.
    var console: String?

    /// The line that scripts wait for.
    var readyLine: String {
        var line = "ready http://\(firestore.authority)"
        if let database { line += " database http://\(database.authority)" }
        if let hub { line += " hub http://\(hub.authority)" }
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
        let address = firestore.reachable.authority
        var variables = [
            "FIRESTORE_EMULATOR_HOST": address, "FIREBASE_FIRESTORE_EMULATOR_ADDRESS": address,
            "GCLOUD_PROJECT": project,
        ]
        if let database { variables["FIREBASE_DATABASE_EMULATOR_HOST"] = database.reachable.authority }
        if let hub { variables["FIREBASE_EMULATOR_HUB"] = hub.reachable.authority }
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
