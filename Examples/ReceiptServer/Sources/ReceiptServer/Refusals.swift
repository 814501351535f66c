import Hummingbird
import ReadReceipts

/// Answers errors of receipts with a status and the reason.
struct Refusals<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as ReceiptsError {
            throw HTTPError(status(of: error.code), message: error.message)
        }
    }

    private func status(of code: ReceiptsError.Code) -> HTTPResponse.Status {
        switch code {
        case .invalidArgument, .invalidConversation: .badRequest
        case .notAuthenticated: .unauthorized
        case .notAMember, .permissionDenied: .forbidden
        case .notFound: .notFound
        case .otherSchema: .conflict
        case .server: .badGateway
        case .offline, .cancelled: .serviceUnavailable
        }
    }
}
