import FirestoreModel
import Protobuf
import TestSupport
import Testing

@testable import FirestoreExports

@Suite("Entities of an export")
struct EntityTests {
    private static let database = DatabaseID(project: "demo-fx")

    private static func document(
        _ fields: MapValue, _ ids: [String] = ["t", "d"], in database: DatabaseID = database
    ) throws -> Document {
        let path = try #require(DocumentPath(segments: ids.map { ResourceID($0) }))
        return Document(name: DocumentName(database, path), fields: fields)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        var digits = hex.compactMap(\.hexDigitValue)[...]
        var bytes: [UInt8] = []
        while let high = digits.popFirst(), let low = digits.popFirst() {
            bytes.append(UInt8(high << 4 | low))
        }
        return bytes
    }

    /// What Google's emulator exported for documents of the project demo-fx, with the path and the fields.
    private static let recorded: [(path: [String], fields: MapValue, property: String)] = [
        (["t", "00null"], ["null": .null], "7a0a1a046e756c6c20002a00"),
        (["t", "01yes"], ["yes": true], "7a0b1a0379657320002a021001"),
        (["t", "04int"], ["int": -7], "7a141a03696e7420002a0b08f9ffffffffffffffff01"),
        (["t", "06d"], ["d": .double(1.5)], "7a101a016420002a0921000000000000f83f"),
        (
            ["t", "15tus"],
            ["tus": .timestamp(Timestamp(seconds: 1_767_323_045, nanoseconds: 678_901_000))],
            "7a1408071a0374757320002a0908b59eddb2efeb9103"
        ),
        (["t", "19s"], ["s": "é\u{0}x😀"], "7a111a017320002a0a1a08c3a90078f09f9880"),
        (["t", "22b"], ["b": .bytes([0, 1, 2, 255])], "7a0f080e1a016220002a061a04000102ff"),
        (
            ["t", "28g"], ["g": .geoPoint(GeoPoint(latitude: 12.5, longitude: -7))],
            "7a1d08091a016720002a142b310000000000002940390000000000001cc02c"
        ),
        (["t", "30ae"], ["ae": []], "720a08181a02616520002a00"),
        (["t", "34me"], ["me": .map([:])], "7a1508131a026d6520002a0b1a096a046a00720082" + "0100"),
        (
            ["t", "35v"],
            ["v": .map(["__type__": "__vector__", "value": [.double(1), .double(2.5)]])],
            "7a12081f1a017620012a0921000000000000f03f7a12081f1a017620012a09210000000000000440"
        ),
    ]

    @Test(arguments: recorded)
    func `an entity has the bytes of Google's emulator`(
        path: [String], fields: MapValue, property: String
    ) throws {
        let document = try Self.document(fields, path)
        let id = Array(path[1].utf8)
        let element: [UInt8] = [0x0B, 0x12, 1, 0x74, 0x22, UInt8(id.count)] + id + [0x0C]
        let key = [0x6A, 11] + Array("dev~demo-fx".utf8) + [0x72, UInt8(element.count)] + element
        let expected =
            [0x6A, UInt8(key.count)] + key + Self.bytes(property)
            + [0x82, 0x01, UInt8(element.count)] + element
        #expect(EntityEncoder.bytes(of: document) == expected)
        #expect(try EntityDecoder.document(expected, in: nil) == document)
    }

    @Test func `numeric ids are numbers, and other databases are named`() throws {
        let other = DatabaseID(project: "other", database: "db2")
        let target = try Self.document([:], ["c", "__id-9__", "d", "x"], in: other).name
        let document = try Self.document(["r": .reference(target)], ["c", "__id7__"], in: other)
        let bytes = EntityEncoder.bytes(of: document)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("__id"))
        #expect(try EntityDecoder.document(bytes, in: nil) == document)
    }

    @Test func `references to documents of the exported database move with it`() throws {
        let foreign = try Self.document([:], in: DatabaseID(project: "foreign")).name
        let own = try Self.document([:]).name
        let document = try Self.document([
            "a": [.reference(own), .map(["r": .reference(own)])], "f": .reference(foreign),
        ])
        let new = DatabaseID(project: "new", database: "d")
        let moved = try EntityDecoder.document(EntityEncoder.bytes(of: document), in: new)
        let target = DocumentName(new, own.path)
        #expect(moved.name == target)
        #expect(moved.fields["a"] == [.reference(target), .map(["r": .reference(target)])])
        #expect(moved.fields["f"] == .reference(foreign))
    }

    @Test(arguments: SeededGenerator.seeds(50))
    func `random documents are read as they were written`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let document = Document(name: random.randomDocumentName(), fields: random.randomFields())
            #expect(try EntityDecoder.document(EntityEncoder.bytes(of: document), in: nil) == document)
        }
    }

    private static func problem(_ write: (inout ProtobufWriter) -> Void) -> String? {
        var writer = ProtobufWriter()
        writer.message(13) { key in
            key.string(13, "dev~p")
            key.message(14) { path in
                path.group(1) { element in
                    element.string(2, "c")
                    element.string(4, "a")
                }
            }
        }
        write(&writer)
        do throws(DocumentRefusal) {
            _ = try EntityDecoder.document(writer.bytes, in: nil)
            return nil
        } catch {
            return error.reason
        }
    }

    private static func property(
        _ writer: inout ProtobufWriter, _ name: String = "p", multiple: Bool = false, meaning: Int? = nil,
        _ value: (inout ProtobufWriter) -> Void
    ) {
        writer.message(15) { property in
            if let meaning { property.integer(1, meaning) }
            property.string(3, name)
            property.boolean(4, multiple)
            property.message(5, value)
        }
    }

    @Test func `what Firestore cannot hold is refused with the reason`() {
        #expect(Self.problem { _ in } == nil)
        let twice = Self.problem { writer in
            for _ in 0..<2 { Self.property(&writer) { $0.integer(1, 1) } }
        }
        #expect(twice == "The property p is repeated.")
        #expect(
            Self.problem { Self.property(&$0, "__x__") { $0.integer(1, 1) } }
                == "field name __x__ is reserved")
        #expect(
            Self.problem { Self.property(&$0, meaning: 7) { $0.integer(1, Int64.max) } }
                == "Timestamp seconds exceeds limit for field.")
        #expect(
            Self.problem { Self.property(&$0) { $0.bytes(3, [0xFF]) } }
                == "it is not an entity: a string is not UTF-8")
        #expect(
            Self.problem { Self.property(&$0) { value in value.group(8) { $0.string(9, "a@b") } } }
                == "It holds a user, which only Datastore knows.")
        #expect(
            Self.problem { Self.property(&$0, multiple: true, meaning: 31) { $0.integer(1, 1) } }
                == "Vector must only contain values of type 'double'")
        #expect(
            Self.problem { writer in
                Self.property(&writer) { value in value.group(5) { $0.double(6, 91) } }
            }?.contains("latitude '91.0' outside") == true)
    }

    @Test func `a key must be that of a document`() {
        func reason(_ bytes: [UInt8]) -> String? {
            do throws(DocumentRefusal) {
                _ = try EntityDecoder.document(bytes, in: nil)
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(reason([]) == "Its key has no path.")
        #expect(reason([0x6A]) == "it is not an entity: it ends too early")
        #expect(reason(Array("hello".utf8))?.hasPrefix("it is not an entity: ") == true)
    }

    @Test(arguments: SeededGenerator.seeds(30))
    func `a damaged entity is read or refused`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<30 {
            let document = Document(name: random.randomDocumentName(), fields: random.randomFields())
            var bytes = EntityEncoder.bytes(of: document)
            for _ in 0..<random.int(1...4) {
                bytes[random.int(0...bytes.count - 1)] = UInt8(random.int(0...255))
            }
            _ = try? EntityDecoder.document(bytes, in: nil)
        }
    }
}
