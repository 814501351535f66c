/// Runs a function again whenever one of its files changes.
struct FileWatch {
    /// The time between two checks.
    static let interval = Duration.milliseconds(300)

    let sleep: @Sendable (Duration) async throws -> Void

    /// Runs until the task is cancelled.
    ///
    /// - Parameter body: Returns the files to watch.
    func run(_ body: () async throws -> [String]) async throws {
        do {
            while true {
                let begin = try await body()
                // Stamps are taken after the body, because it reads the files.
                let stamps = begin.map { FileStamp($0) }
                repeat { try await sleep(FileWatch.interval) } while begin.map { FileStamp($0) } == stamps
            }
        } catch is CancellationError {
            return
        }
    }
}
