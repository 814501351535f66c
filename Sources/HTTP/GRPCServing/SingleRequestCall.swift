import CoreValues

/// A call with one request, which is answered when it is complete, by one response or a series of them.
package final class SingleRequestCall: GRPCCall {
    /// Makes the responses of a request; each is encoded when it can be sent.
    package typealias Answer = ([UInt8]) throws(GRPCStatus) -> AnyIterator<[UInt8]>

    private enum State {
        case waiting
        case received([UInt8])
        case answering(AnyIterator<[UInt8]>)
        case failed(GRPCStatus)
        case ended
    }

    /// About how many bytes are taken at a time.
    private static let portion = 64 * 1024

    private let answer: Answer
    private var state = State.waiting

    package init(answer: @escaping Answer) { self.answer = answer }

    package var beginsAtOnce: Bool { false }

    package func receive(_ message: [UInt8]) {
        switch state {
        case .waiting: state = .received(message)
        case .received:
            state = .failed(GRPCStatus(.internal, "The call takes one request, but a second one came."))
        case .answering, .failed, .ended: break
        }
    }

    package func receiveEnd() {
        switch state {
        case .waiting: state = .failed(GRPCStatus(.internal, "The call ended without a request."))
        case .received(let request):
            do throws(GRPCStatus) {
                state = .answering(try answer(request))
            } catch {
                state = .failed(error)
            }
        case .answering, .failed, .ended: break
        }
    }

    package func cancel() { state = .ended }

    package func take() -> GRPCOutput {
        switch state {
        case .waiting, .received, .ended: return GRPCOutput()
        case .failed(let status):
            state = .ended
            return GRPCOutput(end: status)
        case .answering(let responses):
            var output = GRPCOutput()
            var size = 0
            while size < SingleRequestCall.portion {
                guard let response = responses.next() else {
                    state = .ended
                    output.end = .ok
                    return output
                }
                output.messages.append(response)
                size += response.count
            }
            output.hasMore = true
            return output
        }
    }
}
