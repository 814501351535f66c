/// Does something again whenever one of the files changes that it is about.
struct FileWatch {
    /// How long between two looks.
    static let interval = Duration.milliseconds(300)

    let sleep: @Sendable (Duration) async throws -> Void

    /// Goes on until the task is cancelled.
    ///
    /// - Parameter body: Returns the files to watch from then on.
    func run(_ body: () async throws -> [String]) async throws {
        do {
            while true {
                let begin = try await body()
                // A file that changes while the body runs is looked at anew in any case: stamps are taken after it.
                let stamps = begin.map { FileStamp($0) }
                repeat { try await sleep(FileWatch.interval) } while begin.map { FileStamp($0) } == stamps
            }
        } catch is CancellationError {
            return
        }
    }
}
