import FirestoreClient

/// Checks the environment variables that choose a server and credentials.
struct EnvironmentCheck {
    let environment: [String: String]

    private static let emulators = ["FIRESTORE_EMULATOR_HOST", "FIREBASE_DATABASE_EMULATOR_HOST"]
    private static let credentials = ["FIRESTORE_TOKEN", "GOOGLE_APPLICATION_CREDENTIALS"]
    private static let projects = ["GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT"]

    var findings: [DoctorFinding] {
        addresses + conflicts + projects
    }

    private func value(_ name: String) -> String? {
        environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private var addresses: [DoctorFinding] {
        EnvironmentCheck.emulators.compactMap { name in
            guard let address = value(name) else { return nil }
            do throws(FirestoreError) {
                _ = try FirestoreEndpoint.emulator(address)
                return nil
            } catch {
                return .bad(
                    name, error.message, "commands end with status 2; set it to HOST:PORT, or unset it")
            }
        }
    }

    private var conflicts: [DoctorFinding] {
        guard value("FIRESTORE_EMULATOR_HOST") != nil,
            let ignored = EnvironmentCheck.credentials.first(where: { value($0) != nil })
        else { return [] }
        return [
            .note(
                ignored, "not used, because FIRESTORE_EMULATOR_HOST names an emulator",
                "unset FIRESTORE_EMULATOR_HOST to reach production")
        ]
    }

    private var projects: [DoctorFinding] {
        let given = EnvironmentCheck.projects.filter { value($0) != nil }
        guard given.count == 2, value(given[0]) != value(given[1]) else { return [] }
        return [
            .note(
                given[1], "not used, because \(given[0]) names another project",
                "unset one of them, or pass --project")
        ]
    }
}
