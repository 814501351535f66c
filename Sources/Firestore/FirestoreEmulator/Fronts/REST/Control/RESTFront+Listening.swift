import FirestoreModel
import FirestoreREST
import HTTPTransport

/// How listeners are answered.
extension RESTFront {
    func getListening(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        return listening
    }

    func setListening(_ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let request = try ListeningMessage(body: context.body)
        _ = try context.identity()
        guard let answer = ResumeAnswer(rawValue: request.resume) else {
            let known = ResumeAnswer.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            throw .invalidArgument("\"resume\" must be one of \(known).")
        }
        core.resumeAnswer = answer
        return listening
    }

    private var listening: HTTPExchangeResponse {
        let response = ListeningMessage(resume: core.resumeAnswer.rawValue)
        return .message { response.write(to: &$0) }
    }
}
