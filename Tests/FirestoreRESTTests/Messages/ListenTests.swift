import FirestoreModel
import FirestoreREST
import FirestoreRPC
import JSONText
import TestSupport
import Testing

/// The messages of `Listen`, some of them as the SDK for the web sends them.
struct ListenTests {
    private let database = "projects/demo/databases/(default)"

    private func request(_ members: String) throws(RPCStatus) -> ListenRequest {
        try ListenRequest.decode(Array(#"{"database":"\#(database)",\#(members)}"#.utf8))
    }

    private func target(_ members: String) throws -> Target {
        let change = try request(#""addTarget":{"targetId":2,\#(members)}"#).change
        guard case .addTarget(let target) = change else { throw RPCStatus(.unknown, "\(change)") }
        return target
    }

    @Test func `a target by a query`() throws {
        let target = try target(
            #""query":{"parent":"\#(database)/documents/rooms/r1","structuredQuery":{"from":[{"collectionId":"messages"}],"#
                + #""orderBy":[{"field":{"fieldPath":"n"},"direction":"DESCENDING"}],"limit":50}}"#)
        guard case .query(let query, let parent) = target.content else {
            Issue.record("\(target)")
            return
        }
        #expect(query.from == [.init("messages")])
        #expect(query.limit == 50)
        #expect(parent == "\(database)/documents/rooms/r1")
        #expect(target.id == 2)
        #expect(target.resumePoint == nil)
        #expect(!target.once)
        #expect(target.expectedCount == nil)
    }

    @Test func `a target by names, and its options`() throws {
        let target = try target(
            #""documents":{"documents":["a","b"]},"resumeToken":"AAEC","once":true,"expectedCount":3,"labels":{"x":"y"},"new":[1]"#
        )
        #expect(target.content == .documents([WrittenName("a"), WrittenName("b")]))
        #expect(target.resumePoint == .token([0, 1, 2]))
        #expect(target.once)
        #expect(target.expectedCount == 3)
    }

    @Test(arguments: [#"{"value":7}"#, "7", #""7""#])
    func `an expected count in every form`(json: String) throws {
        #expect(try target(#""documents":{},"expectedCount":\#(json)"#).expectedCount == 7)
    }

    @Test func `a resume point by its time, and none`() throws {
        let target = try target(#""documents":{},"read_time":"1970-01-01T00:00:05.000000001Z""#)
        #expect(target.resumePoint == .readTime(Timestamp(seconds: 5, nanoseconds: 1)))
        #expect(try self.target(#""documents":{},"resumeToken":"""#).resumePoint == nil)
    }

    @Test func `removing a target, and nothing`() throws {
        #expect(try request(#""removeTarget":4"#) == ListenRequest(database: database, .removeTarget(4)))
        #expect(try request(#""labels":{}"#) == ListenRequest(database: database, .none))
        #expect(try ListenRequest.decode([]) == ListenRequest(database: "", .none))
    }

    @Test(arguments: [
        (#""query":{"structuredQuery":{"nonsense":1}}"#, Wire.invalidPayload),
        (
            #""query":{"structuredQuery":{"from":[{"collectionId":"__bad__"}]}}"#,
            "Collection id \"__bad__\" is invalid because it is reserved."
        ),
        (#""query":{}"#, "only structured queries are supported"), (#""query":7"#, Wire.invalidPayload),
        (#""documents":{"documents":7}"#, Wire.invalidPayload),
        (
            #""pipelineQuery":{"structuredPipeline":{}}"#,
            "Pipeline queries require the Database Edition to be `enterprise`."
        ),
        (#""once":false"#, "A target must name documents or a query."),
    ])
    func `a wrong target is refused by itself`(members: String, message: String) throws {
        #expect(try target(members).content == .refused(.invalidArgument(message)))
    }

    @Test(arguments: [
        #""addTarget":7"#, #""addTarget":{"targetId":"x"}"#, #""removeTarget":"x""#,
        #""removeTarget":99999999999"#,
        #""addTarget":{},"removeTarget":1"#, #""addTarget":{"resumeToken":"é"}"#,
        #""addTarget":{"readTime":"now"}"#,
    ])
    func `what is no request is refused as a whole`(members: String) {
        #expect(Wire.refusal { () throws(RPCStatus) in _ = try request(members) } == Wire.invalidPayload)
    }

    @Test func `changes of targets`() {
        let time = Timestamp(seconds: 5, nanoseconds: 1000)
        let cause = RPCStatus(.permissionDenied, "no")
        let texts = [
            (TargetChange(.add, targetIDs: [2]), #"{"targetChangeType":"ADD","targetIds":[2]}"#),
            (
                TargetChange(.remove, targetIDs: [2, 4], cause: cause),
                #"{"targetChangeType":"REMOVE","targetIds":[2,4],"cause":{"code":7,"message":"no"}}"#
            ),
            (
                TargetChange(.current, targetIDs: [2], resumeToken: [1], readTime: time),
                #"{"targetChangeType":"CURRENT","targetIds":[2],"resumeToken":"AQ==","readTime":"1970-01-01T00:00:05.000001Z"}"#
            ),
            (TargetChange(.reset, targetIDs: [2]), #"{"targetChangeType":"RESET","targetIds":[2]}"#),
            (
                TargetChange(.noChange, resumeToken: [1], readTime: time),
                #"{"resumeToken":"AQ==","readTime":"1970-01-01T00:00:05.000001Z"}"#
            ),
        ]
        for (change, text) in texts {
            #expect(Self.text(.targetChange(change)) == #"{"targetChange":\#(text)}"#)
        }
    }

    @Test func `changes of documents`() {
        let document = Document(
            name: Wire.name("c/a"), fields: ["t": .string("🍵")],
            createTime: Timestamp(seconds: 1, nanoseconds: 0),
            updateTime: Timestamp(seconds: 2, nanoseconds: 0))
        let name = "\(Wire.root)/c/a"
        #expect(
            Self.text(.documentChange(DocumentChange(document, targetIDs: [2], removedTargetIDs: [4])))
                == #"{"documentChange":{"document":{"name":"\#(name)","fields":{"t":{"stringValue":"🍵"}},"createTime":"1970-01-01T00:00:01Z","#
                + #""updateTime":"1970-01-01T00:00:02Z"},"targetIds":[2],"removedTargetIds":[4]}}"#)
        let time = Timestamp(seconds: 3, nanoseconds: 0)
        let tail = #"{"document":"\#(name)","removedTargetIds":[2],"readTime":"1970-01-01T00:00:03Z"}}"#
        #expect(
            Self.text(
                .documentDelete(DocumentDelete(Wire.name("c/a"), removedTargetIDs: [2], readTime: time)))
                == #"{"documentDelete":"# + tail)
        #expect(
            Self.text(
                .documentRemove(DocumentRemove(Wire.name("c/a"), removedTargetIDs: [2], readTime: time)))
                == #"{"documentRemove":"# + tail)
    }

    @Test func `filters`() {
        let names = BloomFilter(bitmap: [1, 2], padding: 3, hashCount: 13)
        #expect(
            Self.text(.filter(ExistenceFilter(targetID: 2, count: 5, unchangedNames: names)))
                == #"{"filter":{"targetId":2,"count":5,"unchangedNames":{"bits":{"bitmap":"AQI=","padding":3},"hashCount":13}}}"#
        )
        #expect(
            Self.text(
                .filter(
                    ExistenceFilter(
                        targetID: 2, count: 0,
                        unchangedNames: BloomFilter(bitmap: [], padding: 0, hashCount: 0))))
                == #"{"filter":{"targetId":2,"unchangedNames":{"bits":{}}}}"#)
    }

    private static func text(_ response: ListenResponse) -> String { Wire.text { response.write(to: &$0) } }
}
