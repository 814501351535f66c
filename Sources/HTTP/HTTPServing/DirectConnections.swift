import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Connections of Hummingbird's server whose requests an ``ExchangeHandler`` answers on the thread that reads them,
/// without a task in between. Decision 15 has the numbers.
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
            // Nothing is read from a client that does not read its answers.
            try pipeline.addHandler(BackPressureHandler())
            try pipeline.addHandler(ExchangeHandler(maximumRequestSize: maximumRequestSize, answer: answer))
            return Value(channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            try? await value.channel.closeFuture.get()
        } onCancel: {
            // A request that is incomplete when the server must end.
            value.channel.close(promise: nil)
        }
        keeper.note()
    }
}
