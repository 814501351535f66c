import EmulatorAccess
import FirestoreModel
import FirestoreProtobuf
import FirestoreRPC
import GRPCServing
import HTTPServing
import HTTPTransport
import HTTPTypes

/// Firestore's gRPC API in front of the service: messages are decoded, and responses encoded.
///
/// Source: <https://firebase.google.com/docs/firestore/reference/rpc/google.firestore.v1>.
struct GRPCFront: Sendable {
    let service: FirestoreService
    /// The largest request message, in bytes.
    let maximumMessageSize: Int

    init(service: FirestoreService, maximumRequestSize: Int) {
        self.service = service
        maximumMessageSize = max(maximumRequestSize, GRPCFront.minimumMessageSize)
    }

    /// Clients that can set it allow messages of this size: <https://github.com/firebase/firebase-js-sdk>.
    private static let minimumMessageSize = 17 << 20

    /// Opens the exchange of a call; nil for a request that is not a call of gRPC.
    func open(
        _ request: HTTPRequest, onOutput: @escaping @Sendable () -> Void
    ) -> (any HTTPStreamExchange)? {
        guard GRPCExchange.isCall(request) else { return nil }
        return GRPCExchange(
            request, maximumMessageSize: maximumMessageSize, call: call(request, onOutput: onOutput))
    }

    private func call(_ request: HTTPRequest, onOutput: @escaping @Sendable () -> Void) -> any GRPCCall {
        let metadata = CallMetadata(
            authorization: request.headerFields.value(.authorization),
            isInBackground: request.headerFields.value(.rulesLog) == "background", sentBy: .grpc)
        let path = request.path ?? ""
        guard let method = ServiceMethod(path: path) else {
            return EndedCall(GRPCStatus(.unimplemented, "Method not found: \(path.dropFirst())"))
        }
        do throws(RPCStatus) {
            switch method {
            case .listen: return StreamCall(try service.listen(metadata, onOutput: onOutput))
            case .write: return StreamCall(try service.write(metadata, onOutput: onOutput))
            case .single(let method):
                return call(method, metadata, onOutput: onOutput)
            }
        } catch {
            return EndedCall(GRPCStatus(error))
        }
    }

    /// A call with one request, with the fault that is set for it.
    private func call(
        _ method: ServiceMethod.SingleRequestMethod, _ metadata: CallMetadata,
        onOutput: @escaping @Sendable () -> Void
    ) -> any GRPCCall {
        let fault = service.core.faults.next(.single(method))
        let call = SingleRequestCall { message throws(GRPCStatus) in
            do throws(RPCStatus) {
                return try service.core.recording(.single(method), metadata, size: message.count, fault) {
                    metadata throws(RPCStatus) in
                    try answer(method, message, metadata)
                }
            } catch {
                throw GRPCStatus(error)
            }
        }
        guard let fault, fault.latency > .zero else { return call }
        return LateCall(call, OutputGate(fault.latency, service.core.faults, onOutput: onOutput))
    }
}

extension GRPCStatus {
    /// The status of a call that the service refuses.
    init(_ status: RPCStatus) {
        self.init(status.code, status.message ?? "")
        if let decision = status.decision { metadata[.rulesDecision] = String(decision) }
    }
}
