/// Which imports the architecture allows: see ARCHITECTURE.md.
enum Walls {
    /// The tiers that each tier may import beside itself.
    ///
    /// Firestore and Database each hold a model, which the rules are about, and an emulator, which asks the rules. That no target is
    /// above and below another one is a matter of ``order(of:)``.
    static let tiers: [String: Set<String>] = [
        "Base": [],
        "HTTP": ["Base"],
        "Firestore": ["Base", "HTTP", "Rules"],
        "Database": ["Base", "HTTP", "Rules"],
        "Clients": ["Base", "HTTP", "Firestore", "Database"],
        "Rules": ["Base", "HTTP", "Firestore", "Database", "Clients"],
        "Receipts": ["Base", "HTTP", "Firestore", "Database", "Clients", "Rules"],
    ]

    /// Firestore's wire forms.
    static let wireForms: Set<String> = ["FirestoreREST", "FirestoreRPC"]

    /// Who may import them: the tier that defines them, and its client.
    static func speaksWireForms(_ target: Target) -> Bool {
        target.tier == "Firestore" || target.name == "FirestoreClient"
    }

    static let clients: Set<String> = [
        "ClientCore", "FirestoreClient", "GoogleCredentials", "PubSubClient", "RealtimeDatabase",
    ]
    static let emulators: Set<String> = ["EmulatorAccess", "FirestoreEmulator", "RealtimeDatabaseEmulator"]

    /// Imports that leave their tier for one that it may not import.
    static func upwards(_ imports: [SourceImport]) -> [SourceImport] {
        imports.filter { found in
            let (tier, other) = (found.target.tier, found.imported.tier)
            return tier != other && !(tiers[tier]?.contains(other) ?? false)
        }
    }

    /// Imports of a target that Package.swift does not list before the one that imports it.
    static func outOfOrder(_ imports: [SourceImport], _ order: [String]) -> [SourceImport] {
        // A dependency may be written as a target is declared; the declaration comes first.
        let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
        return imports.filter { found in
            guard let lower = places[found.imported.name], let upper = places[found.target.name] else {
                return true
            }
            return lower >= upper
        }
    }

    /// Imports of a Firestore wire form by a target that has its own words, or none.
    static func wireForms(_ imports: [SourceImport]) -> [SourceImport] {
        imports.filter { wireForms.contains($0.imported.name) && !speaksWireForms($0.target) }
    }

    /// Imports of an emulator by a client, or of a client by an emulator.
    static func acrossTheWire(_ imports: [SourceImport]) -> [SourceImport] {
        imports.filter { found in
            let (name, other) = (found.target.name, found.imported.name)
            return clients.contains(name) && emulators.contains(other)
                || emulators.contains(name) && clients.contains(other)
        }
    }

    /// The names of targets in the order of a manifest.
    static func order(of manifest: String) -> [String] {
        let declaration = #/\.(?:target|executableTarget|systemLibrary)\(\s*name:\s*"(\w+)"/#
        return manifest.matches(of: declaration).map { String($0.1) }
    }
}
