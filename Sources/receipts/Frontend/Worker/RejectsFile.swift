import FirestoreREST
import ReceiptWorker

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Keeps the lines that were no events, beside the outbox: nothing that was sent is lost.
struct RejectsFile {
    let path: String

    init(besideOutbox outbox: String) {
        path = outbox + ".rejects"
    }

    /// Adds lines, each as JSON with the reason, and with the file that it is of unless that is standard input.
    func add(_ rejects: [EventLines.Reject], of file: String? = nil) throws(CommandFailure) {
        if rejects.isEmpty { return }
        let lines = rejects.map { reject in
            JSON.object([
                "file": file.map(JSON.string), "line": .integer(reject.line),
                "reason": .string(reject.reason), "text": .string(reject.text),
            ]).compactText + "\n"
        }
        let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure() }
        defer { close(file) }
        var bytes = Array(lines.joined().utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            bytes = bytes.dropFirst(count)
        }
    }

    private func failure() -> CommandFailure {
        CommandFailure(.failed, "cannot write \(path): \(String(cString: strerror(errno)))")
    }
}
