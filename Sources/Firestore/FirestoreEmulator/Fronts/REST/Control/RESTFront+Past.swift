import FirestoreModel
import FirestoreREST
import FirestoreRPC
import HTTPTransport
import JSONText

/// What has happened to a database, as far as it is remembered: its commits, and the versions of a document.
extension RESTFront {
    /// The most documents that are named for a commit.
    private static let mostPaths = 20
    private static let mostCommits = 10_000

    /// The latest commits, the oldest first; with `after`, a time, only later ones; with `touching`, paths, only those that changed something
    /// at or below one of them.
    func getCommits(_ database: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let limit = try limit(context, or: 1000, most: RESTFront.mostCommits)
        let after = try context.target.value("after").map { text throws(RPCStatus) in
            guard let time = Timestamp(rfc3339: text) else {
                throw .invalidArgument("The parameter after must be a time, not \"\(text)\".")
            }
            return time
        }
        let id = try DatabaseID(wire: database)
        let touching = context.target.values("touching").map { path in
            path.utf8.split(separator: UInt8(ascii: "/")).map { ResourceID(String(Substring($0))) }
        }
        let past = core.database(id).past
        let found = Array(
            past.commits.prefix { $0.time > after ?? .zero }.lazy.filter { $0.touches(touching) }
                .prefix(limit + 1))
        return .message(.compact) { writer in
            writer.object { writer in
                writer.member("begin") { $0.string(past.begin.description) }
                if found.count > limit { writer.member("hasMore") { $0.boolean(true) } }
                writer.member("commits") { writer in
                    writer.array(found.prefix(limit).reversed()) { writer, commit in
                        let paths = commit.paths
                        writer.object { writer in
                            writer.member("time") { $0.string(commit.time.description) }
                            writer.origin(commit.origin)
                            writer.member("documents") { writer in
                                writer.array(paths.prefix(RESTFront.mostPaths)) { $0.string($1.description) }
                            }
                            writer.member("documentCount") { $0.integer(paths.count) }
                        }
                    }
                }
            }
        }
    }

    /// The latest versions of a document, the oldest first.
    func getVersions(_ document: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse
    {
        let limit = try limit(context, or: 100, most: 1000)
        let name = try DocumentName(wire: document)
        let past = core.database(name.database).past
        let found = past.versions(of: name.path, limit: limit + 1)
        return .message(.compact) { writer in
            writer.object { writer in
                writer.member("begin") { $0.string(past.begin.description) }
                if found.count > limit { writer.member("hasMore") { $0.boolean(true) } }
                writer.member("versions") { writer in
                    writer.array(found.prefix(limit).reversed()) { writer, version in
                        writer.object { writer in
                            if let time = version.time {
                                writer.member("time") { $0.string(time.description) }
                            }
                            writer.origin(version.origin)
                            if let document = version.document {
                                writer.member("document") { $0.document(document.document()) }
                            }
                        }
                    }
                }
            }
        }
    }

    private func limit(_ context: RequestContext, or usual: Int, most: Int) throws(RPCStatus) -> Int {
        _ = try context.identity()
        let limit = try context.target.integer("limit") ?? usual
        if !(1...most).contains(limit) {
            throw .invalidArgument("The parameter limit must be from 1 to \(most).")
        }
        return limit
    }
}

extension WireEncoder {
    /// Writes who made a commit: `"admin": true` or `"user"`, nothing for nobody; and the numbers of the call and of its decision.
    fileprivate mutating func origin(_ origin: CommitOrigin?) {
        guard let origin else { return }
        if origin.isAdmin { member("admin") { $0.boolean(true) } }
        if let user = origin.user { member("user") { $0.string(user) } }
        if let call = origin.call?.call { member("call") { $0.integer(call) } }
        if let decision = origin.call?.decision { member("decision") { $0.integer(decision) } }
    }
}
