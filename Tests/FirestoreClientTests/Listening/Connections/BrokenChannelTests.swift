import FirestoreClient
import FirestoreRPC
import TestSupport
import Testing

/// Listening over answers that are cut, repeated, out of order or damaged.
@Suite(.timeLimit(.minutes(1)))
struct BrokenChannelTests {
    /// Two documents at the time 5; at the time 6, one has changed and the other is gone.
    private static let session: [ListenResponse] = [
        .add(2), .put("a🍵", 1), .put("b", 2), .current(5), .boundary(5), .put("a🍵", 3), .delete("b"),
        .boundary(6),
    ]

    /// The results that are told, up to the last ones.
    private func told(_ channel: ScriptedChannel, clock: PacedClock = PacedClock()) async throws -> [String] {
        let db = try makeFirestore(channel, clock: clock)
        var snapshots = db.collection("c").snapshots.makeAsyncIterator()
        var told: [String] = []
        while told.last != "a🍵=3" { told.append(try #require(try await snapshots.next()).words) }
        return told
    }

    /// What a client may be told: if it is slow, only what holds in the end.
    private let right = [["a🍵=1 b=2", "a🍵=3"], ["a🍵=3"]]

    /// Where to cut the session: everywhere around the edges of frames and in the first characters of several bytes, and at every
    /// fifth byte elsewhere.
    private var cuts: [Int] {
        let bytes = ScriptedChannel.frames(BrokenChannelTests.session)
        let edges = BrokenChannelTests.session.indices.map { count in
            ScriptedChannel.frames(Array(BrokenChannelTests.session.prefix(count))).count
        }
        let wide = bytes.firstIndex { $0 > 0x7F } ?? 0
        return (0...bytes.count).filter { cut in
            cut.isMultiple(of: 5) || (edges + [wide, bytes.count]).contains { abs($0 - cut) < 5 }
        }
    }

    @Test func `an answer that is cut at any byte goes on with the next one`() async throws {
        let bytes = ScriptedChannel.frames(BrokenChannelTests.session)
        for cut in cuts {
            let channel = ScriptedChannel { request in
                guard request.kind == .back else { return nil }
                if request.number == 0 {
                    return .body(Array(bytes[..<cut]), cut.isMultiple(of: 2) ? .broken : .complete)
                }
                // All that is not acknowledged.
                let rest = BrokenChannelTests.session.dropFirst(request.acknowledged)
                return .body(ScriptedChannel.frames(Array(rest), from: request.acknowledged + 1), .open)
            }
            let told = try await told(channel)
            #expect(right.contains(told), "cut at \(cut): \(told)")
            #expect(channel.requests(.handshake).count == 1, "cut at \(cut)")
        }
    }

    @Test func `a session that ends at any byte is resumed by another one where its last boundary was`()
        async throws
    {
        let session = BrokenChannelTests.session
        let bytes = ScriptedChannel.frames(session)
        let ends = [5, 8].map { ScriptedChannel.frames(Array(session.prefix($0))).count }
        for cut in cuts {
            let channel = ScriptedChannel { request in
                switch request.kind {
                case .forward, .terminate: return nil
                case .handshake:
                    return request.number < 2 ? nil : .failure(.unreachable)
                case .back:
                    if request.query["SID"] == "s0" {
                        return request.number == 0
                            ? .body(Array(bytes[..<cut]), .broken) : .text("", status: 400)
                    }
                    return .body(
                        ScriptedChannel.frames(
                            [.add(2), .reset(), .put("a🍵", 3), .current(7), .boundary(7)]), .open)
                }
            }
            let told = try await told(channel)
            #expect(right.contains(told), "cut at \(cut): \(told)")
            let sessions = channel.requests(.handshake)
            #expect(sessions.first?.asked == ["+2"])
            // The last request follows the result, and may come too late to be seen.
            guard cut < ends[1] else { continue }
            #expect(sessions.dropFirst().first?.asked == [cut < ends[0] ? "+2" : "+2 from t5 with 2"])
        }
    }

    @Test func `arrays that are sent again are delivered once`() async throws {
        let bytes = ScriptedChannel.frames(BrokenChannelTests.session)
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            // Each answer brings all from the beginning, and one array more.
            let count = ScriptedChannel.frames(Array(BrokenChannelTests.session.prefix(request.number + 1)))
                .count
            return .body(
                Array(bytes[..<count]) + Array(bytes[..<count]), request.number < 8 ? .complete : .open)
        }
        #expect(right.contains(try await told(channel)))
        #expect(channel.requests(.back).map(\.acknowledged).prefix(8) == [0, 1, 2, 3, 4, 5, 6, 7])
    }

    @Test(arguments: SeededGenerator.seeds(30))
    func `arrays that are missing or out of order are fetched again`(_ seed: UInt64) async throws {
        let session = BrokenChannelTests.session
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            var generator = SeededGenerator(seed: seed &+ UInt64(request.number))
            var arrays = session.enumerated().map { ($0.offset + 1, $0.element) }.dropFirst(
                request.acknowledged
            )
            .map { ScriptedChannel.array($0, $1) }
            if arrays.isEmpty || request.number > 20 {
                return .body(ScriptedChannel.frame("[\(arrays.joined(separator: ","))]"), .open)
            }
            for _ in 0..<generator.int(1...2) where !arrays.isEmpty {
                let array = arrays.remove(at: generator.int(0...arrays.count - 1))
                if generator.oneIn(2) { arrays.insert(array, at: generator.int(0...arrays.count)) }
            }
            // In one frame, or in several; the gap is noticed without waiting for more.
            let isOne = generator.oneIn(2)
            let frames = isOne ? ["[\(arrays.joined(separator: ","))]"] : arrays.map { "[\($0)]" }
            return .body(frames.flatMap(ScriptedChannel.frame), .complete)
        }
        let told = try await told(channel)
        #expect(right.contains(told), "\(told)")
    }

    @Test func `a gap is noticed while the answer is open`() async throws {
        let session = BrokenChannelTests.session
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            let arrays = session.enumerated().map { ScriptedChannel.array($0.offset + 1, $0.element) }
            if request.number == 0 {
                return .body(ScriptedChannel.frame("[\(arrays[0]),\(arrays[2])]"), .open)
            }
            let rest = arrays.dropFirst(request.acknowledged).joined(separator: ",")
            return .body(ScriptedChannel.frame("[\(rest)]"), .open)
        }
        #expect(right.contains(try await told(channel)))
        #expect(channel.requests(.back).map(\.acknowledged) == [0, 1])
        #expect(channel.requests(.handshake).count == 1)
    }

    @Test(arguments: ["garbage", "-5\n[[1]]", "99999999999\n", "3\n[]\n9", "0\n[]", "1\n🍵", "9\n\u{FFFD}"])
    func `what is no frame is passed over with its answer`(text: String) async throws {
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            let (first, rest) = (Array(BrokenChannelTests.session.prefix(5)), BrokenChannelTests.session)
            if request.number == 0 {
                return .body(ScriptedChannel.frames(first) + Array(text.utf8), .complete)
            }
            return .body(
                ScriptedChannel.frames(
                    Array(rest.dropFirst(request.acknowledged)), from: request.acknowledged + 1), .open)
        }
        #expect(right.contains(try await told(channel)))
        #expect(channel.requests(.back).map(\.acknowledged).prefix(2) == [0, 5])
        #expect(channel.requests(.handshake).count == 1)
    }

    @Test(arguments: [
        "{}", "[[6]]", "[]x", #"[[6,[{"targetChange":7}]]]"#, #"[["6",["noop"]]]"#,
        #"[[6,[{"targetChange":{"targetChangeType":"REMOVE","targetIds":[2]}}]]]"#,
    ])
    func `a frame that makes no sense ends the session, and another one resumes`(text: String) async throws {
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            if request.query["SID"] == "s0" {
                return .body(
                    ScriptedChannel.frames(Array(BrokenChannelTests.session.prefix(5)))
                        + ScriptedChannel.frame(text), .open)
            }
            return .body(
                ScriptedChannel.frames([.add(2), .put("a🍵", 3), .delete("b"), .current(7), .boundary(7)]),
                .open)
        }
        #expect(right.contains(try await told(channel)))
        #expect(channel.requests(.handshake).map(\.asked) == [["+2"], ["+2 from t5 with 2"]])
        await channel.until(.terminate, 1)
        #expect(channel.requests(.terminate).first?.query["SID"] == "s0")
    }
}

extension QuerySnapshot {
    /// The results: `a=1 b=2`.
    var words: String {
        documents.map { "\($0.documentID)=\($0.get("n") as? Int ?? -1)" }.joined(separator: " ")
    }
}
