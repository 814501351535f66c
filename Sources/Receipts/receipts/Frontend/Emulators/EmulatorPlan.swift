import FirestoreClient
import FirestoreEmulator
import FirestoreRules
import HTTPTransport
import NamedFiles

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The settings of the emulators, from options, a firebase.json and the environment.
struct EmulatorPlan: Sendable {
    /// How many calls an emulator remembers.
    static let rememberedCalls = 200

    var host: String
    var port: Int
    let project: String
    /// The rules, or nil.
    let rules: SourceFile?
    /// The existing indexes; nil if every query may run.
    let indexes: IndexConfiguration?
    /// The faults to make; nil for none.
    let faults: EmulatorFaults?
    /// The Realtime Database, or nil.
    var database: DatabasePlan?
    /// The hub; nil without one.
    var hub: HubPlan?

    init(_ options: EmulatorOptions, environment: [String: String]) throws {
        let file = try options.config.map {
            try JSONFile.read(FirebaseConfiguration.self, from: $0, as: "configuration")
        }
        host = options.host ?? file?.emulators?.firestore?.host ?? "127.0.0.1"
        port = options.port ?? file?.emulators?.firestore?.port ?? 8080
        let named = ["GCLOUD_PROJECT", "GOOGLE_CLOUD_PROJECT"].compactMap { environment[$0] }
        project = options.project ?? named.first { !$0.isEmpty } ?? "demo-receipts"
        try FirestoreSettings(projectID: project).check()
        let rulesFile =
            options.rules ?? EmulatorPlan.path(file?.firestore?.all.first?.rules, namedBy: options.config)
        rules = try rulesFile.map {
            SourceFile(name: $0, content: try InputFile.regularText($0, as: "rules"))
        }
        indexes = try EmulatorPlan.indexes(options, file)
        faults = try options.faults.map { try EmulatorPlan.faults($0) }
        database = try DatabasePlan(options, file, host: host, project: project)
        if let path = options.exportOnExit { try EmulatorPlan.checkFolder(of: path) }
        hub = try HubPlan(
            options, file, host: host, locator: HubLocator(project: project, environment: environment))
        try EmulatorPlan.check(port: port)
    }

    /// Refuses an invalid port of the configuration.
    static func check(port: Int) throws(CommandFailure) {
        guard (0...65_535).contains(port) else {
            throw CommandFailure(
                .wrongUsage, "the configuration has port \(port); it must be from 0 to 65535")
        }
    }

    private static func indexes(
        _ options: EmulatorOptions, _ file: FirebaseConfiguration?
    ) throws -> IndexConfiguration? {
        guard options.requireIndexes || options.like == .production else { return nil }
        guard let path = options.indexes ?? path(file?.firestore?.all.first?.indexes, namedBy: options.config)
        else {
            // Production begins without composite indexes, too.
            if !options.requireIndexes { return nil }
            throw CommandFailure(
                .wrongUsage,
                "--require-indexes needs the indexes: pass --indexes FILE, or --config with a firebase.json that "
                    + "names firestore.indexes")
        }
        do {
            return try IndexConfiguration(json: try InputFile.regularText(path, as: "indexes"))
        } catch let problem as IndexConfiguration.Problem {
            throw CommandFailure(.wrongUsage, "the indexes file \(path) is invalid: \(problem)")
        }
    }

    private static func faults(_ path: String) throws -> EmulatorFaults {
        do {
            return try EmulatorFaults(json: try InputFile.regularText(path, as: "faults"))
        } catch let problem as EmulatorFaults.Problem {
            throw CommandFailure(.wrongUsage, "the faults file \(path) is invalid: \(problem)")
        }
    }

    /// A file named in a configuration, relative to it, as the firebase tools do.
    static func path(_ path: String?, namedBy config: String?) -> String? {
        guard let path, let config else { return nil }
        return URL(filePath: config).deletingLastPathComponent().appending(path: path).path()
    }

    /// Fails at the start, rather than at the end.
    private static func checkFolder(of path: String) throws {
        let url = URL(filePath: path)
        let folder = url.deletingLastPathComponent().path(percentEncoded: false)
        guard isFolder(folder) ?? false else {
            throw CommandFailure(.wrongUsage, "cannot export to \(path): there is no folder \(folder)")
        }
        guard Emulator.exportsToFile(path) else {
            if isFolder(path) ?? true { return }
            throw CommandFailure(
                .wrongUsage,
                "cannot export to \(FileRefusal.name(path)): it is not a folder, and a file's name must end in .jsonl"
            )
        }
        do throws(FileRefusal) {
            try FileReplacement(of: path).cancel()
        } catch {
            throw CommandFailure(
                .wrongUsage, "cannot export to \(FileRefusal.name(path)): \(error.reason)")
        }
    }

    /// Whether a path is that of a folder; nil if nothing has it.
    static func isFolder(_ path: String) -> Bool? {
        var isFolder = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) ? isFolder : nil
    }

    /// Host and port in the form of a URL.
    static func authority(host: String, port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    var isLoopback: Bool { Host.isLoopback(host) }
}
