/// Receipts that wait for a connection.
extension ReceiptSession {
    /// What waits for a connection, in the order in which it will be reported.
    public var queuedReceipts: [ReceiptRequest] { queue.requests }

    /// Reports what has waited for a connection, one conversation after the other.
    ///
    /// Happens by itself; call it when the system says that there is a connection again. What can never be reported, such as for a
    /// conversation that is gone, is dropped; what may be later goes on waiting. Neither keeps the rest from being reported.
    ///
    /// - Returns: What was marked in all.
    /// - Throws: ``ReceiptsError``: `offline` as long as there is no connection, `notAuthenticated` as long as the credentials are not
    ///   accepted, otherwise the first refusal; its `partialResult` tells what was marked.
    public func sendQueuedReceipts() async throws(ReceiptsError) -> MarkResult {
        let user = try signedInUser()
        var result = MarkResult()
        var refusal: ReceiptsError?
        if isSendingQueue { return result }
        isSendingQueue = true
        defer {
            queue.putBackTaken()
            isSendingQueue = false
        }
        while let entry = queue.takeFirst() {
            var entryResult = MarkResult()
            do throws(ReceiptsError) {
                for request in entry.requests {
                    let part = try await measured { () throws(ReceiptsError) in
                        try await service.store.mark(request, user: user)
                    }
                    log(request, part)
                    entryResult.add(part)
                }
                announceLanded(entry.changes, entryResult, in: entry.conversationID)
                queue.settle(entry)
                result.add(entryResult)
            } catch {
                result.add(entryResult)
                log(entry.requests[0], error)
                switch error.code {
                case .offline, .cancelled, .notAuthenticated:
                    throw with(result, error)
                case .server: break
                case .invalidArgument, .invalidConversation, .notFound, .notAMember, .permissionDenied,
                    .otherSchema:
                    queue.settle(entry)
                    announce(.refused(entry.changes), to: entry.conversationID)
                }
                refusal = refusal ?? error
            }
        }
        if let refusal { throw with(result, refusal) }
        return result
    }

    /// A listener has reached the server.
    func hasConnection() async {
        take(.connected)
        if !queue.isEmpty { _ = try? await sendQueuedReceipts() }
    }

    private func with(_ result: MarkResult, _ error: ReceiptsError) -> ReceiptsError {
        var (error, result) = (error, result)
        if let part = error.partialResult { result.add(part) }
        error.partialResult = result == MarkResult() ? nil : result
        return error
    }
}
