import JSONText
import NamedFiles
import ReceiptWorker

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Stores lines that are not events next to the outbox, so that nothing is lost.
struct RejectsFile {
    let path: String

    init(besideOutbox outbox: String) {
        path = outbox + ".rejects"
    }

    /// Adds lines, each as JSON with the reason, and its file unless that is standard input.
    func add(_ rejects: [EventLines.Reject], of file: String? = nil) throws(CommandFailure) {
        try write(
            rejects.map { reject in
                JSON.object([
                    "file": file.map(JSON.string), "line": .integer(reject.line),
                    "reason": .string(reject.reason), "text": .string(reject.text),
                ])
            })
    }

    /// Adds parts of a message that are not events, each as JSON with the reason and the message's id.
    func add(_ refusals: [EventRefusal], ofMessage id: String) throws(CommandFailure) {
        try write(
            refusals.map { refusal in
                JSON.object([
                    "message": .string(id), "reason": .string(refusal.reason), "text": .string(refusal.text),
                ])
            })
    }

    private func write(_ objects: [JSON]) throws(CommandFailure) {
        if objects.isEmpty { return }
        let lines = objects.map { $0.printedText + "\n" }
        do throws(FileRefusal) {
            let file = try NamedFile(
                path, for: .write, flags: NamedFile.appending | O_CREAT, mode: 0o600)
            try file.write(lines.joined().utf8)
        } catch {
            throw CommandFailure(error)
        }
    }
}
