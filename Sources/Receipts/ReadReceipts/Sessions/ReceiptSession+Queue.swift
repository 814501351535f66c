/// Receipts that wait for a connection.
extension ReceiptSession {
    /// The receipts that wait for a connection, in the order in which they will be written.
    public var queuedReceipts: [ReceiptRequest] { queue.requests }

    /// Writes the queued receipts, one conversation after the other.
    ///
    /// This happens by itself; call it when the system reports a new connection. Receipts that can never be written, for example because
    /// the conversation was deleted, are dropped; others stay queued. Neither holds up the rest.
    ///
    /// - Returns: What was marked in total.
    /// - Throws: ``ReceiptsError``: `offline` without a connection, `notAuthenticated` if the credentials are not accepted, otherwise the
    ///   first refusal; its `partialResult` has what was marked.
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
