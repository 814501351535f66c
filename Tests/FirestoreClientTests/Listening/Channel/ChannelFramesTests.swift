import TestSupport
import Testing

@testable import FirestoreClient

struct ChannelFramesTests {
    /// A text as a server frames it.
    private func framed(_ text: String) -> [UInt8] { Array("\(text.utf16.count)\n\(text)".utf8) }

    private func texts(_ pieces: [[UInt8]]) throws(ChannelFrames.Damage) -> [String] {
        var frames = ChannelFrames()
        var texts: [String] = []
        for piece in pieces { texts += frames.append(piece).map { String(decoding: $0, as: UTF8.self) } }
        if let damage = frames.damage { throw damage }
        return texts
    }

    private func damage(_ bytes: [UInt8]) -> String? {
        do throws(ChannelFrames.Damage) {
            _ = try texts([bytes])
            return nil
        } catch {
            return error.reason
        }
    }

    /// One, two, three and four bytes a character; the last ones are two units, and several of them one picture.
    private let samples = [
        #"[[1,["noop"]]]"#, "é", "漢字", "e\u{301}", "tea? 🍵", "👩‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{10FFFF}\u{FFFF}\u{7FF}\u{800}",
        "[[2,[{\"a\":1}]]]\n",
    ]

    @Test func `a length counts UTF-16 units, in every place where the bytes are cut in two`() throws {
        let bytes = samples.flatMap(framed)
        for cut in 0...bytes.count {
            #expect(try texts([Array(bytes[..<cut]), Array(bytes[cut...])]) == samples, "cut at \(cut)")
        }
    }

    @Test func `frames arrive byte by byte`() throws {
        #expect(try texts(samples.flatMap(framed).map { [$0] }) == samples)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `random texts in random pieces`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let sent = generator.list(1...30) { generator in
            generator.list(1...40) { generator in String(generator.pick("a\n9[é漢🍵👩\u{1F3FD}")) }.joined()
        }
        var rest = sent.flatMap(framed)[...]
        var pieces: [[UInt8]] = []
        while !rest.isEmpty {
            pieces.append(Array(rest.prefix(generator.int(0...50))))
            rest = rest.dropFirst(pieces[pieces.count - 1].count)
        }
        #expect(try texts(pieces) == sent)
    }

    @Test func `ten thousand frames in one piece`() throws {
        let sent = (0..<10_000).map { "[[\($0),[\"noop\"]]]" }
        #expect(try texts([sent.flatMap(framed)]) == sent)
    }

    @Test func `only between frames nothing is missing`() throws {
        var frames = ChannelFrames()
        let bytes = framed("a🍵")
        #expect(frames.isAtBoundary)
        for byte in bytes.dropLast() {
            let texts = frames.append([byte])
            #expect(texts.isEmpty)
            #expect(!frames.isAtBoundary)
        }
        let texts = frames.append([bytes[bytes.count - 1]])
        #expect(texts.count == 1)
        #expect(frames.isAtBoundary)
        let none = frames.append([])
        #expect(none.isEmpty)
    }

    @Test(arguments: [
        "\n[]", "-1\n[]", "+2\n[]", " 2\n[]", "2 \n[]", "2\r\n[]", "0\n", "0x2\n[]", "٢\n[]", "[[1]]",
        "<!DOCTYPE html>",
    ])
    func `what is no length is damage`(text: String) {
        #expect(damage(Array(text.utf8)) == "a frame does not begin with its length")
    }

    @Test(arguments: ["67108865\n", "99999999999999999999999999999999", "18446744073709551617\n[]"])
    func `a huge length is damage before it takes memory`(text: String) {
        #expect(damage(Array(text.utf8)) == "a frame is too long")
    }

    @Test func `a length that ends within a character is damage`() {
        #expect(damage(Array("1\n🍵".utf8)) == "a frame ends within a character")
        #expect(damage(Array("2\na🍵".utf8)) == "a frame ends within a character")
    }

    @Test func `a length that is too short makes the rest no frame`() {
        #expect(damage(Array("2\n[[1]]".utf8)) == "a frame does not begin with its length")
    }

    @Test func `a length that is too long takes from the next frame`() throws {
        // The frames cannot know; the JSON does.
        #expect(try texts([Array("7\n[[1]]3\n".utf8)]) == ["[[1]]3\n"])
    }

    @Test(
        arguments: [
            [0x80], [0xC3, 0x41], [0xE6, 0xBC, 0x41], [0xF0, 0x9F, 0x8D, 0x41], [0xC3, 0xA9, 0xA9],
        ] as [[UInt8]])
    func `what is not UTF-8 is damage`(bytes: [UInt8]) {
        #expect(damage(Array("9\n".utf8) + bytes) == "a frame is not UTF-8")
    }

    @Test func `what came before damage is read, and nothing after it`() {
        var frames = ChannelFrames()
        let texts = frames.append(framed("[1]") + framed("🍵") + Array("x".utf8) + framed("[2]"))
        #expect(texts.map { String(decoding: $0, as: UTF8.self) } == ["[1]", "🍵"])
        #expect(frames.damage != nil)
        #expect(!frames.isAtBoundary)
        let more = frames.append(framed("[3]"))
        #expect(more.isEmpty)
    }

    @Test(arguments: SeededGenerator.seeds(50))
    func `no bytes whatever are a crash`(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = samples.flatMap(framed)
        for _ in 0..<generator.int(1...4) {
            let index = generator.int(0...bytes.count - 1)
            switch generator.int(0...2) {
            case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
            case 1: bytes.remove(at: index)
            case _: bytes.insert(UInt8(generator.int(0x30...0x39)), at: index)
            }
        }
        // Cut anywhere, it is the same damage or the same texts.
        let cut = generator.int(0...bytes.count)
        func read(_ pieces: [[UInt8]]) -> ([[UInt8]], ChannelFrames.Damage?) {
            var frames = ChannelFrames()
            return (pieces.flatMap { frames.append($0) }, frames.damage)
        }
        let (whole, parts) = (read([bytes]), read([Array(bytes[..<cut]), Array(bytes[cut...])]))
        #expect(whole == parts)
    }
}
