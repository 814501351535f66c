import PrintableText
import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The path of an outbox.
struct OutboxPath {
    let text: String

    /// Uses the given path, or the default one.
    ///
    /// - Throws: ``CommandFailure`` if none was given and there is no home folder.
    init(_ options: OutboxOptions, environment: [String: String]) throws(CommandFailure) {
        try self.init(named: options.outbox, environment: environment)
    }

    private init(named name: String?, environment: [String: String]) throws(CommandFailure) {
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let name {
            text = name
        } else if let state = variable("XDG_STATE_HOME"), state.hasPrefix("/") {
            text = "\(state)/receipts/outbox.sqlite"
        } else if let home = variable("HOME") {
            text = "\(home)/.local/state/receipts/outbox.sqlite"
        } else {
            throw CommandFailure(
                .wrongUsage,
                "there is no default folder for the outbox, as HOME is not set; pass --outbox FILE")
        }
    }

    /// Opens an existing outbox.
    ///
    /// - Throws: ``CommandFailure`` if it does not exist.
    func open() throws -> Outbox {
        try check()
        return try Outbox(path: text)
    }

    /// - Throws: ``CommandFailure`` if the outbox does not exist.
    func check() throws(CommandFailure) {
        guard FileManager.default.fileExists(atPath: text) else {
            throw CommandFailure(
                .wrongUsage, "there is no outbox \(text.printable); pass the worker's with --outbox FILE")
        }
    }

    /// Finds the default outbox once a worker has created it; nil if there is no default path.
    static func finder(environment: [String: String]) -> (@Sendable () -> Outbox?)? {
        guard let path = try? OutboxPath(named: nil, environment: environment) else { return nil }
        return { FileManager.default.fileExists(atPath: path.text) ? try? path.open() : nil }
    }

    /// Creates its folder, accessible to the user only.
    func makeFolder() throws(CommandFailure) {
        guard let slash = text.lastIndex(of: "/") else { return }
        let folder = String(text[..<slash])
        if folder.isEmpty { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(.failed, "cannot create the folder \(folder) for the outbox")
        }
    }
}
