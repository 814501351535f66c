import Foundation
import HTTPTypes
import JSONText

/// A stream of requests and answers as Google's emulator had it: a file of `Fixtures/Streams`.
struct RecordedStream: Equatable {
    /// What a client does, and what it hears until it goes on.
    struct Step: Equatable {
        enum Action: Equatable {
            /// Opens a stream, instead of the one that is open, with a first message.
            case open(JSON, authorization: String?)
            case send(JSON)
            /// Makes a request of REST.
            case request(ExchangeRequest)
        }

        var title: String?
        var action: Action
        /// The last message that is waited for; nil if nothing comes.
        var end: StreamMark?
        /// What Google's emulator says, a masked message a line; nil if it was not recorded yet.
        var google: [String]?
        var difference: ListedDifference?
        /// What the embedded emulator says instead.
        var ours: [String]?

        /// What a server is to say.
        func expectation(ofGoogles isGoogles: Bool) -> [String]? { isGoogles ? google : ours ?? google }
    }

    let about: String
    /// `Listen` or `Write`.
    let method: String
    var steps: [Step]

    static let folder = RecordedTopic.folder.appendingPathComponent("Streams")

    /// The names of all files, without their ends.
    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted()
    }()

    static func file(_ name: String) -> URL { folder.appendingPathComponent(name + ".json") }
}

/// The last message that a step waits for.
enum StreamMark: String {
    /// What ends a snapshot: a time for all targets.
    case snapshot
    /// A target is removed.
    case removal
    /// The answer to a commit, or to a handshake.
    case commit
    case error

    /// An error, after which nothing comes, reaches every mark.
    func isReached(by message: JSON) -> Bool {
        if message["error"] != nil { return true }
        return switch self {
        case .snapshot:
            message["targetChange"].map { $0["targetChangeType"] == nil && $0["targetIds"] == nil } ?? false
        case .removal: message["targetChange"]?["targetChangeType"]?.string == "REMOVE"
        case .commit: message["streamToken"] != nil
        case .error: false
        }
    }
}
