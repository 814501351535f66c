import CoreValues
import RealtimeDatabaseModel

/// Access to data, with the database at one moment.
struct ReadAccess {
    /// The rules; nil if there are none, which allows everything.
    let rules: DatabaseRules?
    let root: DataNode
    let time: Timestamp

    /// Whether a caller may read.
    func allows(
        _ path: DatabasePath, _ query: DataQuery?, by caller: Caller, _ news: inout DatabaseNews
    ) -> Bool {
        guard let rules, caller.isBound else { return true }
        let verdict = rules.read(path, query, by: caller, of: root, at: time)
        news.verdicts.append(verdict)
        return verdict.isAllowed
    }

    /// Whether a listener may continue. Only a denial is ever explained.
    func stillAllows(_ listener: Listener, _ news: inout DatabaseNews) -> Bool {
        guard let rules, listener.caller.isBound else { return true }
        let verdict = rules.read(listener.path, listener.query, by: listener.caller, of: root, at: time)
        if !verdict.isAllowed { news.verdicts.append(verdict) }
        return verdict.isAllowed
    }
}
