import PrintableText
import ReceiptWorker

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where an outbox is.
struct OutboxPath {
    let text: String

    /// Takes the path that was given, or the usual one.
    ///
    /// - Throws: ``CommandFailure`` when none was given and there is no home.
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
                .wrongUsage, "there is no home for the outbox; give a file with --outbox FILE")
        }
    }

    /// Opens the outbox that is there.
    ///
    /// - Throws: ``CommandFailure`` when there is none.
    func open() throws -> Outbox {
        try check()
        return try Outbox(path: text)
    }

    /// - Throws: ``CommandFailure`` when there is no outbox.
    func check() throws(CommandFailure) {
        guard FileManager.default.fileExists(atPath: text) else {
            throw CommandFailure(
                .wrongUsage, "there is no outbox \(text.printable); give the worker's with --outbox FILE")
        }
    }

    /// Finds the usual outbox once a worker has made it; nil where there is no home for one.
    static func finder(environment: [String: String]) -> (@Sendable () -> Outbox?)? {
        guard let path = try? OutboxPath(named: nil, environment: environment) else { return nil }
        return { FileManager.default.fileExists(atPath: path.text) ? try? path.open() : nil }
    }

    /// Makes the folder that it lies in, for the user alone.
    func makeFolder() throws(CommandFailure) {
        guard let slash = text.lastIndex(of: "/") else { return }
        let folder = String(text[..<slash])
        if folder.isEmpty { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw CommandFailure(.failed, "cannot make the folder \(folder) for the outbox")
        }
    }
}
