import TestSupport
import Testing

@testable import FirestoreEmulator

/// A client over a bad network: requests and answers are lost, repeated and overtake each other.
struct ChannelModelTests {
    @Test(arguments: SeededGenerator.seeds(60))
    func `both sides hear every message once and in order`(seed: UInt64) throws {
        var world = ChannelWorld(seed: seed)
        for _ in 0..<400 { try world.turn() }
        try world.settle()
        #expect(world.heardByServer == Array(0..<world.sentByClient))
        #expect(world.heardByClient == Array(0..<world.sentByServer))
    }
}

/// A session, a client and what is under way between them.
private struct ChannelWorld {
    /// A request with messages; it may arrive late, twice or never.
    private struct Post {
        var maps: [ChannelMap]
        var acknowledged: Int
    }

    private var random: SeededGenerator
    private var session = ChannelSession(
        takesUnheard: false, bounds: .init(arrays: 12, bytes: 400), at: .zero)
    private var now = Duration.zero
    private var posts: [Post] = []
    /// The back channel that the client reads, and the frames that it has not read yet.
    private var back: Int?
    private var frames: [[UInt8]] = []
    private var lastArray = 0
    private(set) var sentByClient = 0
    private(set) var heardByServer: [Int] = []
    private(set) var sentByServer = 0
    private(set) var heardByClient: [Int] = []
    /// What the stream has not been asked for yet.
    private var waiting = 0

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    mutating func turn() throws {
        now += .milliseconds(random.int(0...4000))
        switch random.int(0...9) {
        case 0, 1: post(count: random.int(1...3))
        case 2: try deliverAPost()
        case 3:
            // A repeated request carries the messages of several ones before.
            if let post = posts.randomElement(using: &random) { posts.append(post) }
        case 4: waiting += random.int(0...5)
        case 5, 6, 7: try pump()
        case 8: try read()
        case _:
            // The connection breaks: what is under way is lost.
            if random.oneIn(3) {
                if let back, random.oneIn(2) { session.detach(back, at: now) }
                (back, frames) = (nil, [])
            }
        }
    }

    /// Lets everything arrive.
    mutating func settle() throws {
        while !posts.isEmpty { try deliverAPost() }
        post(count: 0, from: 0)
        try deliverAPost()
        for _ in 0..<2000 where heardByClient.count < sentByServer || waiting > 0 {
            try pump()
            try read()
        }
    }

    private mutating func post(count: Int, from start: Int? = nil) {
        let first = start ?? sentByClient
        sentByClient += count
        let maps = (first..<sentByClient).map { ChannelMap(number: $0, json: Array("\($0)".utf8)) }
        posts.append(Post(maps: maps, acknowledged: lastArray))
        // Some never arrive: the client repeats their messages in a later one.
        if count > 0, random.oneIn(4) {
            posts.removeLast()
            posts.append(
                Post(
                    maps: (max(0, first - 2)..<sentByClient).map {
                        ChannelMap(number: $0, json: Array("\($0)".utf8))
                    }, acknowledged: lastArray))
        }
    }

    private mutating func deliverAPost() throws {
        if posts.isEmpty { return }
        let post = posts.remove(at: random.int(0...posts.count - 1))
        let received = session.receive(post.maps, acknowledging: post.acknowledged, at: now)
        let reception = try #require(received)
        for message in reception.messages {
            heardByServer.append(try #require(Int(String(decoding: message, as: UTF8.self))))
        }
    }

    /// The server's part of a back channel; the client opens one if it has none.
    private mutating func pump() throws {
        let number: Int
        if let back {
            number = back
        } else {
            let mode: BackChannelState.Mode =
                random.oneIn(2) ? .streaming : .polling(patience: .seconds(random.int(0...30)))
            number = session.attach(mode, acknowledging: lastArray, at: now)
            back = number
        }
        switch session.step(number, at: now) {
        case .send(let frame): frames.append(frame)
        case .end:
            // The client reads what has come, and then the end.
            while !frames.isEmpty { try read() }
            back = nil
        case .wait:
            guard session.beginTaking() else { return }
            let count = min(waiting, random.int(0...8))
            waiting -= count
            session.endTaking(
                (0..<count).map { Array("{\"🍵\":\(sentByServer + $0)}".utf8)[...] })
            sentByServer += count
        }
    }

    private mutating func read() throws {
        if frames.isEmpty { return }
        let frame = String(decoding: frames.removeFirst(), as: UTF8.self)
        let lineEnd = try #require(frame.utf16.firstIndex(of: 10))
        let text = frame[lineEnd...].dropFirst()
        #expect(Int(frame[..<lineEnd]) == text.utf16.count)
        for array in try #require(JSONArrays(String(text))).elements {
            if array.id <= lastArray { continue }
            #expect(array.id == lastArray + 1)
            lastArray = array.id
            if let number = array.number { heardByClient.append(number) }
        }
    }
}
