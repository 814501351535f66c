import RealtimeDatabaseWire

/// A request of long polling, by its parameters.
///
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/realtime/BrowserPollConnection.ts`.
enum PollingRequest: Equatable {
    /// Who polls: the name of the session, and a secret that only its client knows.
    struct Client: Equatable {
        let id: String
        let password: String
    }

    /// Opens a session; the number names the functions of the page that take answers.
    case start(callback: String, last: String?)
    /// Brings segments, and waits for messages.
    case poll(Client, [PollingSegments.Segment])
    /// Asks for a page that says goodbye when it is left.
    case farewellPage(Client)
    /// Ends the session.
    case farewell(Client)

    init?(_ target: RequestTarget) {
        if target["start"] == "t" {
            let callback = target["cb"] ?? ""
            guard callback.utf8.count <= 20, callback.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                return nil
            }
            self = .start(callback: callback, last: target["ls"])
            return
        }
        guard let id = target["id"], let password = target["pw"] else { return nil }
        let client = Client(id: id, password: password)
        if target["dframe"] != nil {
            self = .farewellPage(client)
        } else if target["disconn"] != nil {
            self = .farewell(client)
        } else {
            guard let segments = PollingRequest.segments(target) else { return nil }
            self = .poll(client, segments)
        }
    }

    private static func segments(_ target: RequestTarget) -> [PollingSegments.Segment]? {
        var segments: [PollingSegments.Segment] = []
        while let text = target["seg\(segments.count)"] {
            let index = segments.count
            guard let number = Int(text), let count = target["ts\(index)"].flatMap({ Int($0) }),
                number >= 0, let data = target["d\(index)"]
            else { return nil }
            segments.append(PollingSegments.Segment(number: number, count: count, data: data))
        }
        return segments
    }
}
