import FirestoreClient
import FirestoreRPC
import TestSupport
import Testing

/// Listening where answers arrive late, or not at all.
@Suite(.timeLimit(.minutes(1)))
struct SilentChannelTests {
    private static let session: [ListenResponse] = [.add(2), .put("a", 1), .current(5), .boundary(5)]

    @Test func `where answers are held back until they are complete, each brings what there is and ends`()
        async throws
    {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            // A proxy shows nothing of an answer that stays open.
            guard request.isPolling else { return .body([], .open) }
            switch request.acknowledged {
            case 0: return .body(ScriptedChannel.frames(SilentChannelTests.session), .complete)
            case 4: return .body(ScriptedChannel.frames([.put("a", 2), .boundary(6)], from: 5), .complete)
            case 6: return .body(ScriptedChannel.noop(7), .complete)
            case _: return .body([], .open)
            }
        }
        let listener = Listener(try makeFirestore(channel, clock: clock).collection("c").snapshots)
        await channel.until(.back, 1)
        await clock.pass(.seconds(5))
        #expect(try await listener.next().words == "a=1")
        #expect(try await listener.next().words == "a=2")
        await channel.until(.back, 5)
        #expect(channel.requests(.back).map(\.isPolling) == [false, true, true, true, true])
        #expect(channel.requests(.back).map(\.acknowledged) == [0, 0, 4, 6, 7])
        #expect(channel.requests(.handshake).count == 1)
    }

    @Test func `one byte is enough to wait longer`() async throws {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            request.kind == .back ? .body(ScriptedChannel.noop(1), .open) : nil
        }
        let listener = Listener(try makeFirestore(channel, clock: clock).collection("c").snapshots)
        await channel.untilTaken(1)
        // Five, ten, forty seconds: a server promises a sign of life every thirty.
        for wait in [5, 5, 30] { await clock.pass(.seconds(wait)) }
        channel.push(ScriptedChannel.frames(SilentChannelTests.session, from: 2))
        #expect(try await listener.next().words == "a=1")
        #expect(channel.requests(.back).count == 1)
    }

    @Test func `a connection that dies silently is replaced after one and a half silences`() async throws {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            let responses = request.number == 0 ? SilentChannelTests.session : [.put("a", 2), .boundary(6)]
            return .body(ScriptedChannel.frames(responses, from: request.acknowledged + 1), .open)
        }
        let listener = Listener(try makeFirestore(channel, clock: clock).collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        for wait in [5, 39] { await clock.pass(.seconds(wait)) }
        #expect(channel.requests(.back).count == 1)
        await clock.pass(.seconds(1))
        #expect(try await listener.next().words == "a=2")
        #expect(channel.requests(.back).map(\.identity) == ["s0 rpc 1", "s0 rpc 2"])
        #expect(!channel.requests(.back)[1].isPolling)
    }

    @Test func `a server that stays silent is asked less and less often, and the listener hears of the loss`()
        async throws
    {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back, request.query["SID"] == "s0" else { return nil }
            return .body(
                ScriptedChannel.frames(SilentChannelTests.session), request.number == 0 ? .complete : .open)
        }
        let db = try makeFirestore(channel, clock: clock, generator: LargestNumbers())
        let listener = Listener(db.collection("c").snapshots(includeMetadataChanges: true))
        #expect(try await listener.next().words == "a=1")
        // Ten minutes, in steps as long as the shortest wait for a sign of life.
        for _ in 0..<120 { await clock.pass(.seconds(5)) }
        let snapshot = try await listener.next()
        #expect(snapshot.metadata.isFromCache)
        #expect(snapshot.words == "a=1")
        #expect(snapshot.documentChanges.isEmpty)
        // The first session has heard something: it waits for four more answers, 45 seconds each. A later one lasts 15 seconds and
        // has two.
        let backs = channel.requests(.back).count
        let sessions = channel.requests(.handshake).count
        #expect(sessions <= 600 / 15 + 1)
        #expect(backs <= 5 + 2 * (sessions - 1))
        await channel.until(.terminate, sessions - 1)
    }

    @Test func `when polling brings nothing either, the next session does not poll at first`() async throws {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back, request.query["SID"] == "s1" else { return nil }
            return .body(ScriptedChannel.frames(SilentChannelTests.session), .open)
        }
        let listener = Listener(try makeFirestore(channel, clock: clock).collection("c").snapshots)
        await channel.until(.back, 1)
        await clock.pass(.seconds(5))
        await channel.until(.back, 2)
        await clock.pass(.seconds(10))
        #expect(try await listener.next().words == "a=1")
        #expect(channel.requests(.back).map(\.isPolling) == [false, true, false])
    }

    @Test func `where answers are held back, a further session polls from the start`() async throws {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back, request.isPolling else { return nil }
            guard request.acknowledged == 0 else { return .text("", status: 400) }
            return .body(
                ScriptedChannel.frames([.add(2), .put("a", request.number), .current(5), .boundary(5)]),
                .complete)
        }
        let listener = Listener(try makeFirestore(channel, clock: clock).collection("c").snapshots)
        await channel.until(.back, 1)
        await clock.pass(.seconds(5))
        #expect(try await listener.next().words == "a=1")
        #expect(try await listener.next().words == "a=3")
        #expect(channel.requests(.back).prefix(4).map(\.isPolling) == [false, true, true, true])
    }

    @Test func `answers that end without a byte are limited, with waits between them`() async throws {
        let clock = PacedClock()
        let channel = ScriptedChannel { request in
            guard request.kind == .back else { return nil }
            if request.query["SID"] == "s2" {
                return .body(ScriptedChannel.frames(SilentChannelTests.session), .open)
            }
            return .body([], .complete)
        }
        let db = try makeFirestore(channel, clock: clock, generator: LargestNumbers())
        let listener = Listener(db.collection("c").snapshots)
        #expect(try await listener.next().words == "a=1")
        let half = Duration.milliseconds(500)
        // Four of each session; then the sessions' own waits, which grow.
        #expect(
            clock.sleeps.prefix(6) == [half, half, .milliseconds(250), half, half, .milliseconds(500)])
        #expect(
            channel.requests(.back).map(\.identity).prefix(4) == [
                "s0 rpc 1", "s0 rpc 2", "s0 rpc 3", "s0 rpc 4",
            ])
        #expect(channel.requests(.back).count == 9)
    }
}
