package import JSONText
package import RealtimeDatabaseModel

/// A message of a client.
///
/// Source: <https://github.com/firebase/firebase-js-sdk>, `packages/database/src/realtime/Connection.ts`.
package enum ClientMessage: Sendable, Equatable {
    /// A request with its number, which the answer repeats.
    case request(Int, ClientRequest)
    /// A request that cannot be understood, and why.
    case wrongRequest(Int, reason: String)
    /// Asks for a sign of life.
    case ping
    /// On a second connection: it is ready to take over.
    case switchReady
    /// On the first connection: everything after this is sent on the second one.
    case switched
    /// A control message that asks for nothing.
    case unknown

    /// Reads a message.
    ///
    /// - Throws: ``DataProblem`` for text that is no message at all.
    package init(_ bytes: [UInt8]) throws(DataProblem) {
        let json: JSON
        do throws(JSONParser.Failure) { json = try JSONParser.parse(bytes) } catch {
            throw DataProblem("a message is \(error.description)")
        }
        self = try ClientMessage(json)
    }

    /// Reads a message.
    package init(_ json: JSON) throws(DataProblem) {
        switch (json["t"]?.string, json["d"]) {
        case ("c", let control?): self = ClientMessage(control: control["t"]?.string)
        case ("d", let data?):
            guard case .number(let digits)? = data["r"], let number = Int(digits), number.magnitude < 1 << 53
            else {
                throw DataProblem("a request has a number, \"r\"")
            }
            do throws(DataProblem) {
                self = .request(number, try ClientRequest(data["a"]?.string ?? "", data["b"] ?? .null))
            } catch {
                self = .wrongRequest(number, reason: error.reason)
            }
        case (_, _): throw DataProblem("a message is {\"t\": \"c\" or \"d\", \"d\": …}")
        }
    }

    private init(control: String?) {
        switch control {
        case "p": self = .ping
        case "a": self = .switchReady
        case "n": self = .switched
        case _: self = .unknown
        }
    }
}
