import FirestoreModel
import FirestoreProtobuf
import FirestoreRPC
import Protobuf
import TestSupport
import Testing

/// What JSON cannot say, and the messages that only gRPC has.
@Suite("Messages in protobuf")
struct MessageTests {
    private static let name = "projects/demo/databases/(default)/documents/c/a"

    private static func bytes(_ write: (inout ProtobufWriter) -> Void) -> [UInt8] {
        var writer = ProtobufWriter()
        write(&writer)
        return writer.bytes
    }

    /// The commit of a document with one field, whose value is written by a closure.
    private static func commit(_ value: @escaping (inout ProtobufWriter) -> Void) -> [UInt8] {
        bytes { writer in
            writer.message(2) { write in
                write.message(1) { document in
                    document.string(1, name)
                    document.message(2) { entry in
                        entry.string(1, "a")
                        entry.message(2, value)
                    }
                }
            }
        }
    }

    private static func value(_ write: @escaping (inout ProtobufWriter) -> Void) throws -> Value? {
        let request = try Addressed<CommitRequest>(protobuf: commit(write)).request.get()
        guard case .update(_, let fields, nil)? = request.writes.first?.operation else { return nil }
        return fields["a"]
    }

    private static func refusal(_ bytes: [UInt8]) throws -> String? {
        try Addressed<CommitRequest>(protobuf: bytes).request.refusal?.message
    }

    @Test func `the last kind of a value counts`() throws {
        #expect(
            try Self.value {
                $0.integer(2, 5); $0.string(17, "x")
            } == "x")
        #expect(
            try Self.value {
                $0.string(17, "x"); $0.integer(2, 5)
            } == 5)
        // A field of another wire type is an unknown one.
        #expect(
            try Self.value {
                $0.string(17, "x"); $0.string(2, "5")
            } == "x")
    }

    @Test func `null may have any number, and a boolean too`() throws {
        #expect(try Self.value { $0.integer(11, 5) } == .null)
        #expect(try Self.value { $0.integer(1, 7) } == true)
    }

    @Test(
        arguments: [
            (253_402_300_800, 0, "Timestamp seconds exceeds limit for field."),
            (-62_135_596_801, 0, "Timestamp seconds exceeds limit for field."),
            (1, 1_000_000_000, "Timestamp nanos exceeds limit for field."),
            (1, -1, "Timestamp nanos exceeds limit for field."), (253_402_300_799, 999_999_999, nil),
        ] as [(Int64, Int32, String?)])
    func `times have a range`(seconds: Int64, nanoseconds: Int32, refusal: String?) throws {
        let bytes = Self.commit { value in
            value.message(10) { time in
                time.integer(1, seconds)
                time.integer(2, nanoseconds)
            }
        }
        #expect(try Self.refusal(bytes) == refusal)
    }

    @Test(arguments: [(19, "FIELD_REFERENCE_VALUE"), (22, "VARIABLE_REFERENCE_VALUE")])
    func `values of pipelines are refused`(number: Int, kind: String) throws {
        let bytes = Self.commit { $0.string(number, "x") }
        #expect(try Self.refusal(bytes) == "Value type is not supported: \(kind)")
    }

    @Test func `bytes that are no message are refused in a sentence`() {
        #expect {
            try Addressed<CommitRequest>(protobuf: [0x0A, 0xFF])
        } throws: { error in
            (error as? RPCStatus)
                == .invalidArgument("The request is not a valid protocol buffer: it ends too early.")
        }
        #expect(throws: RPCStatus.self) {
            try Addressed<CommitRequest>(protobuf: Self.commit { $0.bytes(17, [0xFF]) })
        }
    }

    @Test func `the resource of a request is its first name`() throws {
        let get = try Addressed<GetDocumentRequest>(protobuf: Self.bytes { $0.string(1, Self.name) })
        #expect(get.resource == Self.name)
        let update = try Addressed<UpdateDocumentRequest>(
            protobuf: Self.bytes { $0.message(1) { $0.string(1, Self.name) } })
        #expect(update.resource == Self.name)
        #expect(update.request.message.document.name == WrittenName(Self.name))
        #expect(try Addressed<UpdateDocumentRequest>(protobuf: []).resource == "")
        let list = try Addressed<ListDocumentsRequest>(
            protobuf: Self.bytes { writer in
                writer.string(1, "p")
                writer.string(2, "c")
                writer.integer(3, 7)
                writer.string(6, "a desc")
                writer.boolean(12, true)
            })
        #expect(list.resource == "p" && list.request.message.collectionID == "c")
        #expect(list.request.message.pageSize == 7 && list.request.message.showMissing)
        #expect(list.request.message.orderBy == "a desc" && list.request.message.mask == nil)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `documents are read as they were written`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let document = Document(name: random.randomDocumentName(), fields: random.randomFields())
            let bytes = Self.bytes { $0.message(2) { $0.document(1, document) } }
            let request = try Addressed<CommitRequest>(protobuf: bytes).request
            // Names of fields may be reserved ones.
            if request.refusal != nil { continue }
            #expect(request.message.writes == [Write(.update(document.name, document.fields, mask: nil))])
        }
    }

    // MARK: Streams

    @Test func `requests of Write`() throws {
        let first = try WriteRequest(protobuf: Self.bytes { $0.string(1, "d") })
        #expect(first.database == "d" && first.writes.message.isEmpty && first.streamToken.isEmpty)
        let second = try WriteRequest(
            protobuf: Self.bytes { writer in
                writer.string(2, "id")
                writer.message(3) { $0.string(2, Self.name) }
                writer.message(3) { _ in }
                writer.bytes(4, [7])
            })
        #expect(second.streamID == "id" && second.streamToken == [7])
        #expect(second.writes.message.count == 2)
        #expect(second.writes.refusal?.message == "empty write operation")
    }

    @Test func `requests of Listen`() throws {
        let documents = try ListenRequest(
            protobuf: Self.bytes { writer in
                writer.string(1, "d")
                writer.message(2) { target in
                    target.message(3) { $0.string(2, "a/b") }
                    target.integer(5, 4)
                    target.bytes(4, [1, 2])
                    target.boolean(6, true)
                    target.message(12) { $0.integer(1, 3) }
                }
            })
        let target = Target(
            .documents([WrittenName("a/b")]), id: 4, resumePoint: .token([1, 2]), once: true, expectedCount: 3
        )
        #expect(documents == ListenRequest(database: "d", .addTarget(target)))
        let query = try ListenRequest(
            protobuf: Self.bytes { writer in
                writer.message(2) { target in
                    target.message(2) { query in
                        query.string(1, "p")
                        query.message(2) { $0.message(2) { $0.string(2, "c") } }
                    }
                    target.message(11) { $0.integer(1, 5) }
                }
            })
        let wanted = Target(
            .query(StructuredQuery(from: [.init("c")]), parent: "p"), id: 0,
            resumePoint: .readTime(Timestamp(seconds: 5, nanoseconds: 0)))
        #expect(query == ListenRequest(database: "", .addTarget(wanted)))
        #expect(try ListenRequest(protobuf: Self.bytes { $0.integer(3, 7) }).change == .removeTarget(7))
        #expect(try ListenRequest(protobuf: []).change == .none)
    }

    @Test func `a target that is refused keeps its id`() throws {
        for content: (inout ProtobufWriter) -> Void in [
            { _ in }, { $0.message(2) { _ in } }, { $0.message(13) { _ in } },
            { $0.message(2) { $0.message(2) { $0.message(3) { _ in } } } },
        ] {
            let request = try ListenRequest(
                protobuf: Self.bytes { writer in
                    writer.message(2) { target in
                        content(&target)
                        target.integer(5, 9)
                    }
                })
            guard case .addTarget(let target) = request.change, case .refused = target.content else {
                Issue.record("\(request)")
                continue
            }
            #expect(target.id == 9)
        }
    }

    @Test func `responses of Listen`() throws {
        let time = Timestamp(seconds: 5, nanoseconds: 6000)
        let change = ListenResponse.targetChange(
            TargetChange(
                .remove, targetIDs: [1, 300], cause: .invalidArgument("no"), resumeToken: [9], readTime: time)
        )
        let message = try #require(try ProtobufMessage(ProtobufBytes(change.encoded())).message(2))
        #expect(message.int32(1) == 2)
        #expect(try message.int32s(2) == [1, 300])
        #expect(try message.message(3)?.int32(1) == 3)
        #expect(try message.message(3)?.string(2) == "no")
        #expect(message.bytes(4) == [9])
        #expect(try message.message(6)?.int32(2) == 6000)

        let filter = ListenResponse.filter(
            ExistenceFilter(
                targetID: 4, count: 2, unchangedNames: BloomFilter(bitmap: [1, 2], padding: 3, hashCount: 13))
        )
        let names = try ProtobufMessage(ProtobufBytes(filter.encoded())).message(5)
        #expect(names?.int32(1) == 4 && names?.int32(2) == 2)
        #expect(try names?.message(3)?.int32(2) == 13)
        #expect(try names?.message(3)?.message(1)?.bytes(1) == [1, 2])
        #expect(try names?.message(3)?.message(1)?.int32(2) == 3)
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `random bytes are decoded or refused`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let valid = Self.commit { $0.value(9, .array([1, "x", .map(["k": .null])])) }
        for _ in 0..<100 {
            var bytes = valid
            for _ in 0..<random.int(1...4) {
                let index = random.int(0...bytes.count - 1)
                switch random.int(0...2) {
                case 0: bytes[index] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes.remove(at: index)
                default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: index)
                }
                if bytes.isEmpty { bytes = valid }
            }
            do throws(RPCStatus) {
                _ = try Addressed<CommitRequest>(protobuf: bytes)
                _ = try Addressed<RunQueryRequest>(protobuf: bytes)
                _ = try ListenRequest(protobuf: bytes)
                _ = try WriteRequest(protobuf: bytes)
            } catch {
                #expect(error.code == .invalidArgument)
            }
        }
    }
}
