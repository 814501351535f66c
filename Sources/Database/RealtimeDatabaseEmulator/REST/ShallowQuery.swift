import JSONText
import RealtimeDatabaseModel

/// The limits of a request for keys only: how many, and after which one.
///
/// Other query parameters cannot be combined with `shallow`. Command line tools use these to remove large data in parts.
/// Source: https://github.com/firebase/firebase-tools/blob/master/src/database/listRemote.ts
struct ShallowQuery {
    /// The query by keys; nil for all of them.
    let query: DataQuery?

    init(_ target: RequestTarget) throws(RESTFailure) {
        let names = Set(target.parameters.map(\.name)).intersection(DataQuery.parameterNames)
        if names.isEmpty {
            query = nil
            return
        }
        guard names.isSubset(of: ["limitToFirst", "startAfter"]) else {
            throw .badRequest("shallow cannot be combined with other query parameters")
        }
        var query = DataQuery(order: .key)
        if let text = target["limitToFirst"] {
            guard let count = Int(text), count > 0 else {
                throw .badRequest("limitToFirst must be a positive integer")
            }
            query.limit = .first(count)
        }
        if let text = target["startAfter"] {
            let key = (try? JSONParser.parse(Array(text.utf8)))?.string ?? text
            query.start = DataQuery.Bound(.string(key), includesEqual: false)
        }
        self.query = query
    }
}
