import FirestoreModel
import FirestoreREST
import HTTPTransport

/// Requests about the whole emulator: a reset, and the clock.
extension RESTFront {
    func getClock(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        // Anyone may ask, but an invalid token is refused everywhere.
        _ = try context.identity()
        return clock
    }

    func setClock(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try ClockRequest(body: context.body)
        _ = try context.identity()
        switch request {
        case .time(let time): try core.clock.stand(at: time)
        case .advance(let seconds, let nanoseconds):
            try core.clock.advance(by: ClockAdvance(seconds: seconds, nanoseconds: nanoseconds))
        case .system: core.clock.unset()
        }
        return clock
    }

    private var clock: HTTPExchangeResponse {
        let response = ClockResponse(
            time: core.clock.now(), system: core.clock.isUnset, stopped: core.clock.isStopped)
        return .message { response.write(to: &$0) }
    }

    func reset() -> HTTPExchangeResponse {
        core.reset()
        return .text("Resetting...\n")
    }
}
