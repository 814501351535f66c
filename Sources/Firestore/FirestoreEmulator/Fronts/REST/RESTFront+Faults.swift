import EmulatorAccess
import FirestoreModel
import FirestoreREST
import HTTPServing
import HTTPTransport
import HTTPTypes

/// The faults that the emulator makes on request.
extension RESTFront {
    /// Answers a request, with the faults that are set.
    func reply(to request: HTTPRequest, body: [UInt8]) -> HTTPReply {
        guard let fault = core.faults.next(RESTFront.method(of: request)) else {
            return .now(respond(to: request, body: body))
        }
        let response = respond(to: request, body: body, meeting: fault)
        if fault.latency == .zero { return .now(response) }
        let faults = core.faults
        return .later {
            await faults.sleep(fault.latency)
            return response
        }
    }

    /// The service's method that a request calls; nil if it calls none.
    private static func method(of request: HTTPRequest) -> ServiceMethod? {
        guard let target = try? RequestTarget(request.path ?? "/"),
            case .service(let route)? = Route(request.method, target.path)
        else { return nil }
        return route.method
    }

    func getFaults(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        return faults
    }

    func setFaults(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        do throws(EmulatorFaults.Problem) {
            core.faults.set(try EmulatorFaults(json: context.body))
        } catch {
            throw .invalidArgument(error.description)
        }
        return faults
    }

    func clearFaults(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        core.faults.set(nil)
        return faults
    }

    private var faults: HTTPExchangeResponse {
        let current = core.faults.current
        return .message { writer in
            guard let current else {
                return writer.object { $0.member("faults") { $0.raw("[]") } }
            }
            current.faults.write(applied: current.applied, to: &writer.json)
        }
    }
}
