import Protobuf
import TestSupport
import Testing

@Suite("Reading protobuf")
struct ProtobufReaderTests {
    private static func fields(_ bytes: [UInt8]) throws(ProtobufFailure) -> [ProtobufField] {
        var reader = try ProtobufReader(ProtobufBytes(bytes))
        var fields: [ProtobufField] = []
        while let field = try reader.next() { fields.append(field) }
        return fields
    }

    private static func failure(_ bytes: [UInt8]) -> ProtobufFailure? {
        do throws(ProtobufFailure) {
            _ = try fields(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `each wire type is read`() throws {
        let message = try ProtobufMessage(
            ProtobufBytes([
                0x08, 0x96, 0x01,  // 1: 150
                0x11, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F,  // 2: 1.0
                0x1A, 0x03, 0x61, 0xC3, 0xA9,  // 3: "aé"
                0x25, 1, 0, 0, 0,  // 4: a fixed32
                0x28, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01,  // 5: -1
            ]))
        #expect(message.int64(1) == 150)
        #expect(message.double(2) == 1)
        #expect(try message.string(3) == "aé")
        #expect(message.bytes(3) == [0x61, 0xC3, 0xA9])
        #expect(message.int64(5) == -1)
        #expect(message.int32(5) == -1)
        #expect(message.boolean(5) == true)
    }

    @Test func `a field of another type is an unknown field`() throws {
        let message = try ProtobufMessage(ProtobufBytes([0x08, 0x05, 0x25, 1, 0, 0, 0]))
        #expect(try message.string(1) == nil)
        #expect(message.bytes(1) == nil)
        #expect(message.double(1) == nil)
        #expect(message.int64(4) == nil)
        #expect(message.int64(9) == nil)
    }

    @Test func `the last of several values counts, and messages are merged`() throws {
        let message = try ProtobufMessage(
            ProtobufBytes([
                0x08, 1, 0x08, 2, 0x12, 2, 0x08, 3, 0x12, 2, 0x10, 4, 0x1A, 1, 0x61, 0x1A, 1, 0x62,
            ]))
        #expect(message.int64(1) == 2)
        #expect(try message.string(3) == "b")
        let inner = try #require(try message.message(2))
        #expect(inner.int64(1) == 3 && inner.int64(2) == 4)
        #expect(message.repeated(2).count == 2)
    }

    @Test func `numbers may be packed or not`() throws {
        let message = try ProtobufMessage(ProtobufBytes([0x08, 1, 0x0A, 3, 2, 0x80, 0x01, 0x08, 3]))
        #expect(try message.int32s(1) == [1, 2, 128, 3])
    }

    @Test func `of a oneof the last member counts`() throws {
        let members: ProtobufOneOf.Members = [1: .varint, 2: .message, 3: .bytes, 4: .fixed64]
        func member(_ bytes: [UInt8]) throws -> ProtobufField? {
            try ProtobufMessage(ProtobufBytes(bytes)).oneOf(members)
        }
        #expect(try member([]) == nil)
        #expect(try member([0x08, 7, 0x1A, 0])?.number == 3)
        #expect(try member([0x1A, 0, 0x08, 7])?.content.varint == 7)
        // Another form makes it an unknown field.
        #expect(try member([0x08, 7, 0x10, 1])?.number == 1)
        #expect(try member([0x28, 7]) == nil)
        // Parts of the same message are merged, if no other member is between them.
        let merged = try member([0x12, 2, 0x08, 3, 0x12, 2, 0x10, 4])
        #expect(merged?.content.bytes?.array == [0x08, 3, 0x10, 4])
        let last = try member([0x12, 2, 0x08, 3, 0x08, 1, 0x12, 2, 0x10, 4])
        #expect(last?.content.bytes?.array == [0x10, 4])
    }

    @Test func `a group is a field with all that is in it`() throws {
        let group: [UInt8] = [0x0B, 0x10, 1, 0x1B, 0x12, 1, 0, 0x1C, 0x21, 0, 0, 0, 0, 0, 0, 0, 0, 0x0C]
        let bytes = group + [0x30, 9, 0x0B, 0x0C]
        #expect(try Self.fields(bytes).map(\.number) == [1, 6, 1])
        let message = try ProtobufMessage(ProtobufBytes(bytes))
        #expect(message.int64(1) == nil)
        #expect(message.repeated(1).isEmpty)
        let groups = try message.groups(1)
        #expect(groups.count == 2)
        #expect(groups[0].int64(2) == 1)
        #expect(try groups[0].groups(3).first?.bytes(2) == [0])
        #expect(groups[0].double(4) == 0)
        #expect(groups[1].int64(2) == nil)
    }

    @Test(
        arguments: [
            ([0x08], .truncated), ([0x08, 0x80], .truncated), ([0x0A, 2, 0x61], .truncated),
            ([0x09, 0, 0], .truncated), ([0x0D, 0, 0, 0], .truncated), ([0x0B, 0x08, 1], .truncated),
            ([0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], .truncated),
            (Array(repeating: 0x80, count: 10) + [1], .overlongNumber), ([0x00, 0x00], .invalidFieldNumber),
            ([0x80, 0x80, 0x80, 0x80, 0x10, 0], .invalidFieldNumber), ([0x0E], .invalidWireType),
            ([0x0F], .invalidWireType), ([0x0C], .unexpectedEndOfGroup),
            ([0x0B, 0x14], .unexpectedEndOfGroup),
        ] as [([UInt8], ProtobufFailure)])
    func `malformed bytes are refused`(bytes: [UInt8], failure: ProtobufFailure) {
        #expect(Self.failure(bytes) == failure)
    }

    @Test func `a string must be UTF-8`() throws {
        let message = try ProtobufMessage(ProtobufBytes([0x0A, 2, 0xFF, 0xFE, 0x0A, 1, 0x61]))
        #expect(throws: ProtobufFailure.invalidUTF8) { try message.string(1) }
        #expect(throws: ProtobufFailure.invalidUTF8) { try message.strings(1) }
    }

    @Test func `messages are nested up to a depth`() throws {
        func nested(_ depth: Int) throws(ProtobufFailure) {
            var writer = ProtobufWriter()
            func write(_ depth: Int, _ writer: inout ProtobufWriter) {
                if depth > 0 { writer.message(1) { write(depth - 1, &$0) } }
            }
            write(depth, &writer)
            var message = try ProtobufMessage(ProtobufBytes(writer.bytes))
            while let inner = try message.message(1) { message = inner }
        }
        try nested(ProtobufReader.maximumDepth)
        #expect(throws: ProtobufFailure.nestedTooDeeply) { try nested(ProtobufReader.maximumDepth + 1) }
        let groups = Array(repeating: UInt8(0x0B), count: 100_000)
        #expect(Self.failure(groups) == .nestedTooDeeply)
    }

    @Test(arguments: SeededGenerator.seeds(50))
    func `random bytes are read to their end or refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let bytes = random.bytes(0...40)
            guard let fields = try? Self.fields(bytes) else { continue }
            #expect(fields.allSatisfy { (1...0x1FFF_FFFF).contains($0.number) })
        }
    }
}
