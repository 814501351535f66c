import FirestoreModel
import HTTPTypes

/// Which stream a channel carries.
enum ChannelKind: String, Sendable, CaseIterable {
    case listen = "Listen"
    case write = "Write"
}

/// One of the requests that make up a channel, by its URL.
struct ChannelRequest: Sendable, Equatable {
    enum Action: Sendable, Equatable {
        /// Opens a channel.
        case handshake
        /// Brings messages.
        case forward(id: String, acknowledged: Int?)
        /// Fetches messages.
        case back(id: String, acknowledged: Int, BackChannelState.Mode)
        case terminate(id: String)
        /// Nothing that a client sends.
        case unknown
    }

    let kind: ChannelKind
    let action: Action
    /// Header fields in the query, for clients that put them there.
    let headers: String

    /// Reads the URL of a request; nil for one that is not about a channel.
    init?(_ request: HTTPRequest) {
        guard request.method == .get || request.method == .post, let path = request.path,
            path.hasPrefix(ChannelRequest.prefix),
            let kind = ChannelKind.allCases.first(where: {
                path.dropFirst(ChannelRequest.prefix.count).prefix { $0 != "?" } == "\($0.rawValue)/channel"
            })
        else { return nil }
        self.kind = kind
        let query = try? RequestTarget(path)
        action = query.flatMap { ChannelRequest.action($0, isPost: request.method == .post) } ?? .unknown
        headers = query?.first("$httpHeaders") ?? ""
    }

    private static let prefix = "/google.firestore.v1.Firestore/"

    private static func action(_ query: RequestTarget, isPost: Bool) -> Action? {
        let id = query.first("SID")
        let acknowledged = query.first("AID").flatMap { Int32($0) }.map(Int.init)
        if query.first("TYPE") == "terminate" { return .terminate(id: id ?? "") }
        if isPost {
            guard let id else { return .handshake }
            return .forward(id: id, acknowledged: acknowledged)
        }
        guard let id, query.first("RID") == "rpc" else { return nil }
        return .back(id: id, acknowledged: acknowledged ?? 0, mode(query))
    }

    private static func mode(_ query: RequestTarget) -> BackChannelState.Mode {
        guard query.first("CI") == "1" else { return .streaming }
        let patience = query.first("TO").flatMap { Int32($0) }.map { Duration.milliseconds(max($0, 0)) }
        return .polling(patience: min(patience ?? BackChannelState.keepAlive, BackChannelState.keepAlive))
    }
}

extension RequestTarget {
    /// The first value of an item.
    fileprivate func first(_ name: String) -> String? { values(name).first }
}
