import Protobuf
import TestSupport
import Testing

@Suite("Writing protobuf")
struct ProtobufWriterTests {
    private static func bytes(_ write: (inout ProtobufWriter) -> Void) -> [UInt8] {
        var writer = ProtobufWriter()
        write(&writer)
        return writer.bytes
    }

    @Test func `fields have the bytes of the format`() {
        #expect(Self.bytes { $0.integer(1, 150) } == [0x08, 0x96, 0x01])
        #expect(Self.bytes { $0.integer(1, Int32(-1)) } == [0x08] + Array(repeating: 0xFF, count: 9) + [1])
        #expect(Self.bytes { $0.boolean(16, true) } == [0x80, 0x01, 1])
        #expect(Self.bytes { $0.double(2, 1) } == [0x11, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
        #expect(Self.bytes { $0.string(3, "aé") } == [0x1A, 3, 0x61, 0xC3, 0xA9])
        #expect(Self.bytes { $0.bytes(3, []) } == [0x1A, 0])
        #expect(Self.bytes { $0.packed(2, [1, 128]) } == [0x12, 3, 1, 0x80, 0x01])
        #expect(Self.bytes { $0.packed(2, []) } == [])
        #expect(Self.bytes { $0.message(1) { $0.message(2) { _ in } } } == [0x0A, 2, 0x12, 0])
        #expect(Self.bytes { $0.group(2) { $0.integer(3, 1) } } == [0x13, 0x18, 1, 0x14])
    }

    @Test(arguments: [0, 1, 127, 128, 129, 16_383, 16_384, 100_000])
    func `a message of any length is read as it was written`(length: Int) throws {
        let text = String(repeating: "x", count: length)
        let bytes = Self.bytes { writer in
            writer.integer(1, 7)
            writer.message(2) { $0.message(3) { $0.string(4, text) } }
            writer.integer(5, 8)
        }
        let message = try ProtobufMessage(ProtobufBytes(bytes))
        #expect(message.int64(1) == 7 && message.int64(5) == 8)
        #expect(try message.message(2)?.message(3)?.string(4) == text)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `random fields are read as they were written`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let (integer, double) = (random.randomInteger(), random.randomDouble())
            let (text, blob) = (random.randomText(), random.bytes(0...300))
            let numbers = random.list(0...5) { Int32(truncatingIfNeeded: $0.next()) }
            let bytes = Self.bytes { writer in
                writer.integer(1, integer)
                writer.double(2, double)
                writer.string(3, text)
                writer.bytes(4, blob)
                writer.packed(536_870_911, numbers)
            }
            let message = try ProtobufMessage(ProtobufBytes(bytes))
            #expect(message.int64(1) == integer)
            #expect(message.double(2)?.bitPattern == double.bitPattern)
            #expect(try message.string(3)?.utf8.elementsEqual(text.utf8) == true)
            #expect(message.bytes(4) == blob)
            #expect(try message.int32s(536_870_911) == numbers)
        }
    }
}
