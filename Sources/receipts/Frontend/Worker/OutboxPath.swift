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
        func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let path = options.outbox {
            text = path
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
        guard FileManager.default.fileExists(atPath: text) else {
            throw CommandFailure(
                .wrongUsage, "there is no outbox \(text); give the worker's with --outbox FILE")
        }
        return try Outbox(path: text)
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
