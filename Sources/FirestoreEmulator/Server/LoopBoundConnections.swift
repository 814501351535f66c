import HummingbirdCore
import Logging
import NIOCore

/// Answers the requests of a connection on the thread that reads and writes it.
///
/// Nothing that a request does waits for anything but the connection, and most requests take less time than changing
/// to another thread and back.
struct LoopBoundConnections: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let http: HTTP1Channel

    init(responder: @escaping HTTPChannelHandler.Responder) { http = HTTP1Channel(responder: responder) }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        http.setup(channel: channel, logger: logger)
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(LoopExecutor(loop: value.channel.eventLoop)) {
            await http.handle(value: value, logger: logger)
        }
    }
}

/// Runs tasks on an event loop.
private final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        // The closure keeps the executor for as long as the job needs it.
        loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
