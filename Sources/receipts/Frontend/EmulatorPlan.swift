#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an emulator is to be started with, from options, a firebase.json and the environment.
struct EmulatorPlan: Sendable {
    var host: String
    var port: Int
    let project: String
    /// The text of the rules; nil for none.
    let rules: String?

    init(_ options: EmulatorOptions, environment: [String: String]) throws {
        let file = try options.config.map {
            try JSONFile.read(FirebaseConfiguration.self, from: $0, as: "configuration")
        }
        host = options.host ?? file?.emulators?.firestore?.host ?? "127.0.0.1"
        port = options.port ?? file?.emulators?.firestore?.port ?? 8080
        project =
            options.project ?? environment["GCLOUD_PROJECT"] ?? environment["GOOGLE_CLOUD_PROJECT"]
            ?? "demo-receipts"
        if let path = options.rules {
            rules = try EmulatorPlan.read(path)
        } else if let config = options.config, let path = file?.firestore?.rules {
            // As firebase does: relative to the file that names it.
            rules = try EmulatorPlan.read(
                URL(filePath: config).deletingLastPathComponent().appending(path: path).path())
        } else {
            rules = nil
        }
        guard (0...65_535).contains(port) else {
            throw CommandFailure(
                .wrongUsage, "the configuration names port \(port): it must be from 0 to 65535")
        }
    }

    private static func read(_ path: String) throws -> String {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.wrongUsage, "cannot read the rules file \(path)")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw CommandFailure(.wrongUsage, "the rules file \(path) is not UTF-8 text")
        }
        return text
    }

    /// Host and port as a URL has them.
    func authority(port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") }
}

/// What a firebase.json says about Firestore.
private struct FirebaseConfiguration: Decodable {
    struct Firestore: Decodable {
        var rules: String?
    }

    struct Emulators: Decodable {
        var firestore: Emulator?
    }

    struct Emulator: Decodable {
        var host: String?
        var port: Int?
    }

    var firestore: Firestore?
    var emulators: Emulators?
}
