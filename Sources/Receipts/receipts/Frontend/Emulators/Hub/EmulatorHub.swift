import EmulatorAccess
import HTTPServing
import HTTPTransport
import HTTPTypes
import JSONText
import Logging
import Synchronization

/// The server that Firebase's tools call the hub: it says where the emulators are, and exports their data.
///
/// Source: <https://github.com/firebase/firebase-tools>, `src/emulator/hub.ts`.
final class EmulatorHub: Sendable {
    private let addresses: Mutex<EmulatorAddresses>
    private let export: Export
    private let access: AdministrativeAccess

    /// Writes the data of products to a path.
    typealias Export =
        @Sendable (_ path: String, _ products: Set<EmulatorData.Product>) throws(CommandFailure) -> Void

    private static let largestBody = 1 << 20

    /// - Parameters:
    ///   - addresses: Where the emulators are.
    ///   - host: The address to listen on; nil if it does not listen.
    ///   - export: Writes the data.
    init(_ addresses: EmulatorAddresses, host: String?, export: @escaping Export) {
        self.addresses = Mutex(addresses)
        self.export = export
        access = AdministrativeAccess(listeningHost: host)
    }

    /// Serves until the task is cancelled. Meanwhile, a file leads Firebase's tools here.
    ///
    /// - Parameter onReady: Called with the addresses of all, and of the hub.
    func serve(
        _ plan: HubPlan, onReady: @escaping @Sendable (EmulatorAddresses) async -> Void
    ) async throws {
        let service = HTTPService(
            maximumRequestSize: Self.largestBody,
            logger: Logger(label: "hub") { _ in SwiftLogNoOpLogHandler() }
        ) { [self] request, body in respond(to: request, body: body) }
        do {
            try await service.serve(host: plan.host, port: plan.port) { [self] port in
                let hub = EmulatorAddress(host: plan.host, port: port)
                let all = addresses.withLock { addresses in
                    addresses.hub = hub
                    return addresses
                }
                plan.locator.write(origin: hub.reachable.origin)
                await onReady(all)
            }
        } catch is CancellationError {
        } catch {
            throw CommandFailure(listeningOn: "\(plan.host):\(plan.port)", error)
        }
        plan.locator.remove()
    }

    // MARK: Answering

    func respond(to request: HTTPRequest, body: [UInt8]?) -> HTTPReply {
        let origin = CrossOrigin(request)
        if let preflight = origin.preflight { return .now(preflight) }
        switch (request.method, request.path?.split(separator: "?").first.map(String.init)) {
        case (.get, "/"): return .now(origin.allow(.hub(locator)))
        case (.get, "/emulators"): return .now(origin.allow(.hub(emulators)))
        case (.post, "/_admin/export"):
            return .onThread(refusal: .hub(message: "The emulators are stopping.", .serviceUnavailable)) {
                [self] in export(request, body)
            }
        case (.put, "/functions/disableBackgroundTriggers"), (.put, "/functions/enableBackgroundTriggers"):
            let text = "The Cloud Functions emulator is not running."
            return .now(
                origin.allow(.hub(.object([JSON.Member("error", .string(text))]), .badRequest)))
        case _: return .now(origin.allow(.hub(message: "The hub has nothing here.", .notFound)))
        }
    }

    private var locator: JSON {
        let hub = addresses.withLock { $0.hub }?.reachable
        return .object(HubLocator.members(origin: hub?.origin) + (hub?.members ?? []))
    }

    /// Where the emulators are, each by its name.
    private var emulators: JSON {
        let addresses = addresses.withLock { $0 }
        let all = [
            ("hub", addresses.hub), ("firestore", addresses.firestore), ("database", addresses.database),
        ]
        return .object(
            all.compactMap { name, address in
                address.map { JSON.Member(name, $0.reachable.description(of: name)) }
            })
    }

    private func export(_ request: HTTPRequest, _ body: [UInt8]?) -> HTTPExchangeResponse {
        // As Firebase's hub: no page of the browser may write files.
        if request.headerFields.contains(.origin) {
            return .hub(message: "Export cannot be triggered by external callers.", .forbidden)
        }
        if let objection = access.objection(toSenderOf: request) {
            return .hub(message: objection, .forbidden)
        }
        guard let json = body.flatMap({ try? JSONParser.parse($0) }), let path = json["path"]?.string,
            path.hasPrefix("/")
        else {
            return .hub(message: "\"path\" must be the absolute path of a folder.", .badRequest)
        }
        let products = json["targets"]?.array.map { $0.compactMap { $0.string } }
        do throws(CommandFailure) {
            try export(
                path, Set(products?.compactMap(EmulatorData.Product.init) ?? EmulatorData.Product.allCases))
        } catch {
            return .hub(message: error.message, .internalServerError)
        }
        return .hub(message: "OK", .ok)
    }
}

extension EmulatorAddress {
    /// The beginning of a URL.
    var origin: String { "http://\(authority)" }

    fileprivate var members: [JSON.Member] {
        [JSON.Member("host", .string(host)), JSON.Member("port", .number(String(port)))]
    }

    fileprivate func description(of name: String) -> JSON {
        let place = JSON.object([
            JSON.Member("address", .string(host)),
            JSON.Member("family", .string(host.contains(":") ? "IPv6" : "IPv4")),
            JSON.Member("port", .number(String(port))),
        ])
        return .object(
            [JSON.Member("name", .string(name))] + members + [JSON.Member("listen", .array([place]))])
    }
}

extension HTTPExchangeResponse {
    fileprivate static func hub(_ json: JSON, _ status: HTTPResponse.Status = .ok) -> HTTPExchangeResponse {
        HTTPExchangeResponse(
            head: HTTPResponse(
                status: status, headerFields: [.contentType: "application/json; charset=utf-8"]),
            body: Array(json.compactText.utf8))
    }

    fileprivate static func hub(message: String, _ status: HTTPResponse.Status) -> HTTPExchangeResponse {
        .hub(.object([JSON.Member("message", .string(message))]), status)
    }
}
