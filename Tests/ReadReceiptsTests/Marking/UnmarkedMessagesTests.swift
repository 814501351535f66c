import FirestoreModel
import Testing

@testable import ReadReceipts

@Suite("Unmarked messages")
struct UnmarkedMessagesTests {
    @Test func `a full page is followed by another one, a short page is the last`() {
        var pages = UnmarkedMessages(.read, from: nil, schema: .status)
        #expect(pages.isAtStart)
        #expect(pages.nextQuery?.startAt == nil)
        let full = (0..<UnmarkedMessages.pageSize).map { Document.message("m\($0)", fields: [:]) }
        pages.received(full)
        #expect(!pages.isAtStart)
        #expect(
            pages.nextQuery?.startAt
                == StructuredQuery.Cursor([.reference(full[full.count - 1].name)], before: false))
        pages.received([Document.message("z", fields: [:])])
        #expect(pages.nextQuery == nil)
    }

    @Test func `only the fields that receipts need are read`() {
        let pages = UnmarkedMessages(.read, from: nil, schema: .status)
        #expect(
            pages.nextQuery?.select
                == DocumentMask(["senderId", "status", "readBy", "isSystemMessage"].map { FieldPath([$0]) }))
    }

    @Test func `without a status, an empty list tells between two what is unmarked`() {
        let isAlices = Filter.field(FieldPath(["senderId"]), .equal, .string("alice"))
        let pages = UnmarkedMessages(.delivered, from: "alice", schema: .deliveredTo)
        #expect(
            pages.nextQuery?.filter
                == .and([isAlices, .field(FieldPath(["deliveredTo"]), .equal, .array([]))]))
        #expect(UnmarkedMessages(.read, from: nil, schema: .readBy).nextQuery?.filter == nil)
    }

    @Test func `between two members a settled history is not read`() {
        let pages = UnmarkedMessages(.read, from: "alice", schema: .status)
        #expect(
            pages.nextQuery?.filter
                == .and([
                    .field(FieldPath(["senderId"]), .equal, "alice"),
                    .or([
                        .field(FieldPath(["status"]), .in, ["sending", "sent", "delivered"]),
                        .field(FieldPath(["readBy"]), .equal, []),
                    ]),
                ]))
    }

    @Test func `in a group every message may lack the reader`() {
        #expect(UnmarkedMessages(.read, from: nil, schema: .status).nextQuery?.filter == nil)
    }

    @Test func `only what is not delivered yet can become delivered`() {
        #expect(
            UnmarkedMessages(.delivered, from: nil, schema: .status).nextQuery?.filter
                == .field(FieldPath(["status"]), .in, ["sending", "sent"]))
    }
}
