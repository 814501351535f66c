import CoreValues
import RealtimeDatabaseModel

/// Who may read what, with the database as it is at one moment.
struct ReadAccess {
    /// The rules; nil where there are none, which allows everything.
    let rules: DatabaseRules?
    let root: DataNode
    let time: Timestamp

    /// Whether somebody may read.
    func allows(
        _ path: DatabasePath, _ query: DataQuery?, by caller: Caller, _ news: inout DatabaseNews
    ) -> Bool {
        guard let rules, caller.isBound else { return true }
        let verdict = rules.read(path, query, by: caller, of: root, at: time)
        news.verdicts.append(verdict)
        return verdict.isAllowed
    }

    /// Whether somebody who listens may still do so. Nobody asks why that is so, only why it is not.
    func stillAllows(_ listener: Listener, _ news: inout DatabaseNews) -> Bool {
        guard let rules, listener.caller.isBound else { return true }
        let verdict = rules.read(listener.path, listener.query, by: listener.caller, of: root, at: time)
        if !verdict.isAllowed { news.verdicts.append(verdict) }
        return verdict.isAllowed
    }
}
