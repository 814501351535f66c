import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Connections of Hummingbird's server whose requests are answered by an ``ExchangeHandler``: on the thread that reads
/// them, without a task between.
struct DirectConnections: ServerChildChannel {
    struct Value: ServerChildChannelValue {
        let channel: any Channel
    }

    let maximumRequestSize: Int
    let keeper: MemoryKeeper
    let answer: HTTPService.Answer

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: true, withOutboundHeaderValidation: false)
            // Whoever does not fetch answers is not listened to.
            try pipeline.addHandler(BackPressureHandler())
            try pipeline.addHandler(ExchangeHandler(maximumRequestSize: maximumRequestSize, answer: answer))
            return Value(channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            try? await value.channel.closeFuture.get()
        } onCancel: {
            // Whoever is half through when the server has to end.
            value.channel.close(promise: nil)
        }
        keeper.note()
    }
}
