import CoreValues
import JSONText
import RealtimeDatabaseModel

extension DatabaseState {
    /// How rules decide on an earlier call now. Nothing is written.
    ///
    /// - Parameter rules: Other rules than the present ones; nil for those.
    /// - Returns: Nil if there is nothing to decide: the database has no rules, an administrator made the call, the call is not about data,
    ///   or the emulator did not keep what it writes.
    /// - Throws: If the write does not fit the present data.
    func verdict(
        on call: LoggedCall, by rules: DatabaseRules?, at time: Timestamp
    ) throws(WriteRefusal) -> RulesVerdict? {
        guard let path = call.content.path, let rules = rules ?? self.rules else { return nil }
        var state = self
        var news = DatabaseNews()
        state.replaceRules(rules)
        if call.content.isRead {
            let query = try? DataQuery(parameters: call.content.query)
            _ = state.allowsRead(of: path, query, by: call.caller, at: time, &news)
        } else if let content = call.content.write {
            var request = WriteRequest(path: path, content: content)
            request.caller = call.caller
            do throws(WriteRefusal) { _ = try state.check(request, at: time, &news) } catch {
                if case .denied = error { return news.verdicts.first }
                throw error
            }
        }
        return news.verdicts.first
    }
}

extension CallContent {
    /// The write that it asks for, now or later; nil for none, and for one that is no longer known.
    fileprivate var write: WriteRequest.Content? {
        switch method {
        case .set, .setOnDisconnect: value.map { .put($0) }
        case .update, .updateOnDisconnect: value.map { .patch($0) }
        case .push: value.map { .push($0) }
        case .remove: .put(.null)
        case .get, .listen, .cancelOnDisconnect, .signIn, .signOut: nil
        }
    }
}
