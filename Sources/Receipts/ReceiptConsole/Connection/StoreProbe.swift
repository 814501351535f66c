import ClientCore
import FirestoreClient
import HTTPTransport
import HTTPTypes
import RealtimeDatabase

/// Checks whether a database answers, without reading documents. A refusal is an answer too.
enum StoreProbe: Sendable {
    /// Asks for the description of the database without credentials, which is always refused.
    case firestore(Firestore)
    /// Asks for an empty node: on an emulator as an administrator, so that no rules are evaluated; in production without credentials.
    case realtimeDatabase(Database)

    /// Sends one probe.
    ///
    /// - Returns: Why there was no answer; nil if there was one.
    func ask(atMost limit: Duration) async -> String? {
        await withTaskGroup(of: Outcome.self) { group in
            group.addTask { await ask() }
            group.addTask {
                do { try await Task.sleep(for: limit) } catch { return .tooLate }
                return .tooLate
            }
            defer { group.cancelAll() }
            return switch await group.next() ?? .tooLate {
            case .answer: nil
            case .failure(let reason): reason
            case .tooLate: "no answer within \(limit.components.seconds) s"
            }
        }
    }

    private enum Outcome: Sendable {
        case answer
        case failure(String)
        case tooLate
    }

    private func ask() async -> Outcome {
        do {
            let status: HTTPResponse.Status =
                switch self {
                case .firestore(let firestore): try await status(of: firestore)
                case .realtimeDatabase(let database): try await status(of: database)
                }
            return StoreProbe.isAnswer(status) ? .answer : .failure("it answers with status \(status.code)")
        } catch let error as HTTPTransportError {
            return .failure(error.message)
        } catch let error as DatabaseError {
            return .failure((error.underlying as? HTTPTransportError)?.message ?? error.message)
        } catch {
            return .failure("the request failed")
        }
    }

    private func status(of firestore: Firestore) async throws -> HTTPResponse.Status {
        let settings = firestore.settings
        let request = HTTPRequest(
            method: .get, scheme: settings.endpoint.isSecure ? "https" : "http",
            authority: settings.endpoint.authority,
            path: "/v1/projects/\(settings.projectID)/databases/\(settings.databaseID)")
        return try await firestore.transport.send(request, body: []).head.status
    }

    private func status(of database: Database) async throws -> HTTPResponse.Status {
        let asked =
            database.settings.endpoint.isEmulator
            ? database : try database.acting(as: .none)
        return try await asked.forward(
            .get, ["readiness", "readiness"], parameters: [], fields: [.rulesLog: "background"]
        ).head.status
    }

    /// Whether the database itself answered, rather than a proxy that could not reach it.
    static func isAnswer(_ status: HTTPResponse.Status) -> Bool {
        ![.badGateway, .serviceUnavailable, .gatewayTimeout].contains(status)
    }
}
