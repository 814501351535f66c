import FirestoreClient
import HTTPServing
import HTTPTransport
import HTTPTypes
import ReadReceipts
import TestSupport
import Testing

@testable import ReceiptWorker

@Suite("Events over HTTP")
struct ReceiptIntakeTests {
    private static let event = #"{"kind":"read","conversation":"c1","message":"m1","user":"bob"}"#
    private static let other = #"{"kind":"read","conversation":"c1","message":"m2","user":"bob"}"#

    /// An intake whose worker is not running, so events stay in the outbox.
    private func withIntake(
        limit: Int = 100, token: String? = nil, _ body: (Exchange, Outbox) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let outbox = try Outbox(path: "\(folder.path)/outbox", limit: limit)
        let chat = try TestServer()
        let service = ReceiptService(firestore: try chat.firestore(retryPolicy: .never))
        let worker = try ReceiptWorker(outbox, to: .administrator(service))
        let intake = try ReceiptIntake(for: worker, schema: .status, host: "127.0.0.1", port: 0, token: token)
        try await body(Exchange(intake: intake), outbox)
    }

    private struct Exchange {
        let intake: ReceiptIntake

        func callAsFunction(
            _ method: HTTPRequest.Method = .post, _ path: String = "/v1/receipts", _ body: String? = "",
            host: String = "127.0.0.1:8090", _ fields: HTTPFields = [:]
        ) async -> (status: Int, body: String, fields: HTTPFields) {
            let request = HTTPRequest(
                method: method, scheme: "http", authority: host, path: path, headerFields: fields)
            let response: HTTPExchangeResponse
            switch intake.reply(to: request, body.map { Array($0.utf8) }) {
            case .now(let now, _): response = now
            case .later(let work): response = await work()
            case .stream(let head, _): response = HTTPExchangeResponse(head: head)
            }
            return (
                response.head.status.code, String(decoding: response.body, as: UTF8.self),
                response.head.headerFields
            )
        }
    }

    @Test(arguments: [
        (event, 1), ("[\(event), \(other)]", 2), ("\(event)\n\(other)\n", 2), ("\(event)\r\n\n\(other)", 2),
        ("\n \(event)\n", 1),
        ("{\n\"kind\": \"read\", \"conversation\": \"c1\",\n\"message\": \"m1\", \"user\": \"bob\"}", 1),
        ("[\(event), \(event)]", 1),
    ])
    func `events are accepted once they are stored, one or many`(body: String, stored: Int) async throws {
        try await withIntake { exchange, outbox in
            let (status, answer, _) = await exchange(.post, "/v1/receipts", body)
            #expect(status == 202)
            #expect(answer.hasPrefix("{\"accepted\":"))
            #expect(answer.contains("\"new\":\(stored),\"ids\":[1"))
            let queued = try await outbox.statistics().queued
            #expect(queued == stored)
        }
    }

    @Test(arguments: [
        ("", "the request contains no events"), ("[]", "the request contains no events"),
        ("[1", "not JSON: ',' or ']' is missing at byte 2"),
        ("[\(event), {}]", "invalid events: 1 of 2; nothing was stored"),
        ("\(event)\nnonsense\n", "invalid events: 1 of 2; nothing was stored"),
        ("{\"kind\":\"seen\"}", "invalid events: 1 of 1; nothing was stored"),
    ])
    func `a request with anything else in it is refused as a whole`(body: String, reason: String) async throws
    {
        try await withIntake { exchange, outbox in
            let (status, answer, _) = await exchange(.post, "/v1/receipts", body)
            #expect(status == 400)
            #expect(answer.hasPrefix("{\"error\":\"\(reason)\""))
            let queued = try await outbox.statistics().queued
            #expect(queued == 0)
        }
    }

    @Test func `the first twenty mistakes are reported with their places`() async throws {
        try await withIntake { exchange, _ in
            let (_, two, _) = await exchange(.post, "/v1/receipts", "[\(Self.event), {}, 3]")
            #expect(
                two
                    == #"{"error":"invalid events: 2 of 3; nothing was stored","events":[{"event":2,"reason":"\"kind\" is missing"},"#
                    + #"{"event":3,"reason":"not an object"}]}"# + "\n")
            let (_, many, _) = await exchange(.post, "/v1/receipts", String(repeating: "{}\n", count: 100))
            #expect(many.components(of: "\"event\":") == 20)
        }
    }

    @Test func `a sender of too much must wait`() async throws {
        try await withIntake(limit: 1) { exchange, outbox in
            let (status, answer, fields) = await exchange(
                .post, "/v1/receipts", "[\(Self.event), \(Self.other)]")
            #expect((status, fields[.retryAfter]) == (429, "5"))
            #expect(answer.contains("holds 0 receipts of at most 1; send the events again later"))
            let queued = try await outbox.statistics().queued
            #expect(queued == 0)
            let (tooLarge, _, _) = await exchange(.post, "/v1/receipts", nil)
            #expect(tooLarge == 413)
        }
    }

    @Test(
        arguments: [
            ("127.0.0.1:8090", nil, 202), ("localhost:8090", nil, 202), ("[::1]:8090", nil, 202),
            ("LOCALHOST", nil, 202),
            ("127.0.0.1:8090", "http://127.0.0.1:8090", 202), ("127.0.0.1:8090", "https://evil.example", 403),
            ("127.0.0.1:8090", "null", 403), ("127.0.0.1:8090", "http://127.0.0.1:9999", 403),
            // The name of another site that resolves to this machine.
            ("evil.example:8090", nil, 403), ("evil.example:8090", "http://evil.example:8090", 403),
            ("127.0.0.1.evil.example", nil, 403), ("", nil, 403),
        ] as [(String, String?, Int)])
    func `pages of other sites report nothing`(host: String, origin: String?, expected: Int) async throws {
        try await withIntake { exchange, outbox in
            var fields = HTTPFields()
            fields[.origin] = origin
            let (status, _, _) = await exchange(.post, "/v1/receipts", Self.event, host: host, fields)
            #expect(status == expected)
            let queued = try await outbox.statistics().queued
            #expect(queued == (expected == 202 ? 1 : 0))
        }
    }

    @Test(
        arguments: [
            (nil, 401), ("Bearer secret", 202), ("bearer secret", 202), ("Bearer secre", 401),
            ("Bearer secrets", 401),
            ("Bearer secretsecret", 401), ("Bearer ", 401), ("Basic secret", 401), ("secret", 401),
        ] as [(String?, Int)])
    func `with a token, only requests that present it are accepted`(authorization: String?, expected: Int)
        async throws
    {
        try await withIntake(token: "secret") { exchange, _ in
            var fields = HTTPFields()
            fields[.authorization] = authorization
            let (status, answer, given) = await exchange(
                .post, "/v1/receipts", Self.event, host: "worker.example", fields)
            #expect(status == expected)
            #expect((given[.wwwAuthenticate] == "Bearer") == (expected == 401))
            #expect(!answer.contains("secret"))
            let (health, _, _) = await exchange(.get, "/healthz", "", host: "worker.example")
            #expect(health == 200)
        }
    }

    @Test func `other machines are listened to only with a token`() async throws {
        let folder = try TemporaryFolder()
        let service = ReceiptService(firestore: try TestServer().firestore())
        let worker = try ReceiptWorker(try Outbox(path: "\(folder.path)/outbox"), to: .administrator(service))
        for host in ["0.0.0.0", "::", "10.0.0.1", "worker.example"] {
            let refusal = #expect(throws: ReceiptIntake.Refusal.self) {
                _ = try ReceiptIntake(for: worker, schema: .status, host: host, port: 0)
            }
            #expect(
                refusal?.description
                    == "other machines can reach \(host), so the worker needs a token of at least 16 characters: "
                    + "set RECEIPTS_INTAKE_TOKEN, or listen on 127.0.0.1")
            for token in ["", "t", "0123456789abcde"] {
                #expect(throws: ReceiptIntake.Refusal.self) {
                    _ = try ReceiptIntake(for: worker, schema: .status, host: host, port: 0, token: token)
                }
            }
            _ = try ReceiptIntake(
                for: worker, schema: .status, host: host, port: 0, token: "0123456789abcdef")
        }
        _ = try ReceiptIntake(for: worker, schema: .status, host: "127.0.0.1", port: 0, token: "t")
        for host in ["127.0.0.1", "::1", "localhost"] {
            _ = try ReceiptIntake(for: worker, schema: .status, host: host, port: 0)
        }
    }

    @Test func `without a token, only names of this machine reach the worker`() async throws {
        try await withIntake { exchange, _ in
            let intake = exchange.intake
            let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
            let serving = Task {
                defer { continuation.finish() }
                try await intake.serve { _ = continuation.yield($0) }
            }
            for await port in ports {
                let unrefused = try await HostProbe.unrefused(
                    ["POST /v1/receipts", "GET /metrics"], port: port)
                #expect(unrefused == [])
                for head in HostProbe.own {
                    let answer = try await HostProbe.ask("GET /metrics", head, body: "", port: port)
                    #expect(answer.status == 200, "\(head)")
                }
                serving.cancel()
            }
            _ = await serving.result
        }
    }

    @Test func `the worker's health can be requested`() async throws {
        try await withIntake { exchange, _ in
            _ = await exchange(.post, "/v1/receipts", "[\(Self.event), \(Self.event), \(Self.other)]")
            let (status, text, _) = await exchange(.get, "/metrics")
            #expect(status == 200)
            for line in [
                "receipts_queue_depth 2", "receipts_events_total 3", "receipts_events_covered_total 1",
                "receipts_dead_letters 0", "# TYPE receipts_latency_seconds histogram",
                "receipts_latency_seconds_bucket{le=\"+Inf\"} 0",
            ] {
                #expect(text.split(separator: "\n").contains(Substring(line)), "\(line)")
            }
            let (ready, _, _) = await exchange(.get, "/readyz")
            #expect(ready == 200)
            for (method, path, expected) in [
                (HTTPRequest.Method.get, "/v1/receipts", 405), (.post, "/metrics", 405), (.get, "/", 404),
            ] {
                let (status, _, _) = await exchange(method, path)
                #expect(status == expected)
            }
        }
    }

    @Test func `latencies are counted up to each bound`() {
        var histogram = LatencyHistogram(bounds: [100, 500, 1000])
        for latency in [-5.0, 100, 101, 4_000_000] { histogram.add(latency) }
        #expect(histogram.counts == [2, 3, 3])
        #expect((histogram.count, histogram.total) == (4, 4_000_201))
    }
}

extension String {
    /// The number of occurrences of a text.
    fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
