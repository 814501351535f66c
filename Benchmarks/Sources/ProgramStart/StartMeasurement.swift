import Foundation
import LoadGeneration

/// Starts one build of the program again and again.
final class StartMeasurement {
    private let program: String
    private var starts: [Double] = []
    private var idleMemory: [Double] = []
    private var helps: [Double] = []
    private let clock = ContinuousClock()

    init(program: String) { self.program = program }

    /// Starts an emulator, and waits for its first answer to a write. Then it is idle for a second.
    func startEmulator() throws {
        let port = Int.random(in: 20_000...39_999)
        let body = #"{"fields": {"n": {"integerValue": "1"}}}"#
        let write = RawConnection.request(
            "PATCH", "/v1/projects/demo-bench/databases/(default)/documents/warm/up", body: Array(body.utf8))
        let begin = clock.now
        let process = try spawn(["emulator", "start", "--quiet", "--port", String(port)])
        defer { stop(process) }
        while true {
            if let connection = try? RawConnection(port: port) {
                guard try connection.exchange(write) == 200 else { throw POSIXError(.EPROTO) }
                break
            }
            if clock.now - begin > .seconds(10) { throw POSIXError(.ETIMEDOUT) }
            usleep(100)
        }
        starts.append(milliseconds(since: begin))
        sleep(1)
        idleMemory.append(ProcessGroup(process).residentMemory)
    }

    /// Runs `receipts --help`, which loads nothing on demand.
    func askForHelp() throws {
        let begin = clock.now
        let process = try spawn(["--help"])
        var status: Int32 = 0
        waitpid(process, &status, 0)
        if status != 0 { throw POSIXError(.EPROTO) }
        helps.append(milliseconds(since: begin))
    }

    /// The medians as a table.
    var report: String {
        let size = try? FileManager.default.attributesOfItem(atPath: program)[.size] as? Int
        let rows: [(String, Double)] = [
            ("start to first answered write (ms)", median(starts)),
            ("resident memory, idle (MB)", median(idleMemory)),
            ("receipts --help (ms)", median(helps)),
            ("size of the program (MB)", Double(size ?? 0) / 1_000_000),
        ]
        let lines = rows.map { "| \($0.0) | \(String(format: "%.1f", $0.1)) |" }
        return (["| \(program) | |", "| --- | --- |"] + lines).joined(separator: "\n")
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    private func milliseconds(since begin: ContinuousClock.Instant) -> Double {
        (clock.now - begin) / .milliseconds(1)
    }

    /// Starts the program in a group of its own, without output.
    private func spawn(_ arguments: [String]) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var process = pid_t()
        let failure = posix_spawn(&process, program, &actions, &attributes, &words, environ)
        if failure != 0 { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .ENOENT) }
        return process
    }

    private func stop(_ process: pid_t) {
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }
}
