import EmulatorAccess
import FirestoreModel
import FirestoreRules
import Synchronization

/// A sender, as a request and as rules see them.
struct Sender: Sendable {
    let identity: Identity
    /// The user; nil if nobody is signed in.
    let auth: RulesAuth?

    init(_ identity: Identity) {
        self.identity = identity
        auth = identity.auth
    }
}

/// The senders of the latest requests, so that their tokens are decoded once instead of for each request.
final class KnownSenders: Sendable {
    /// The maximum number of senders, and of bytes in a token.
    private static let limits = (senders: 64, bytes: 4096)

    private struct Header: ExactText {
        let string: String

        init(_ string: String) {
            self.string = string
        }
    }

    private let profile: EmulatorProfile

    init(like profile: EmulatorProfile) { self.profile = profile }

    private let senders = Mutex<[Header: Sender]>([:])

    /// The sender of a request with an Authorization header.
    ///
    /// - Throws: INVALID_ARGUMENT for an invalid token, UNAUTHENTICATED for a scheme other than Bearer.
    func sender(authorization header: String?) throws(RPCStatus) -> Sender {
        guard let header, header.utf8.count <= KnownSenders.limits.bytes else {
            return Sender(try Identity(authorization: header, like: profile))
        }
        let key = Header(header)
        if let known = senders.withLock({ $0[key] }) { return known }
        let sender = Sender(try Identity(authorization: header, like: profile))
        senders.withLock { senders in
            if senders.count >= KnownSenders.limits.senders { senders = [:] }
            senders[key] = sender
        }
        return sender
    }
}
