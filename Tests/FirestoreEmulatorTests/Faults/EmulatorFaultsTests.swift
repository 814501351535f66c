import FirestoreModel
import JSONText
import TestSupport
import Testing

@testable import FirestoreEmulator

@Suite("The text of faults")
struct EmulatorFaultsTests {
    private func text(_ faults: EmulatorFaults) -> String {
        var writer = JSONWriter(.compact)
        faults.write(applied: faults.faults.map { _ in 0 }, to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        #"{"methods":["Commit","RunQuery"],"share":0.25,"times":3,"status":"UNAVAILABLE","message":"later","afterwards":true,"applied":0}"#,
        #"{"latency":"0.2s","applied":0}"#, #"{"latency":{"from":"0.05s","to":"2s"},"applied":0}"#,
        #"{"methods":["Listen"],"cutAfter":5,"applied":0}"#, #"{"times":1,"wrongCount":true,"applied":0}"#,
    ])
    func `what is read is written again`(fault: String) throws {
        let whole = #"{"seed":7,"faults":[\#(fault)]}"#
        #expect(text(try EmulatorFaults(json: whole)) == whole)
    }

    @Test func `without a seed one is chosen, which the text names`() throws {
        let faults = try EmulatorFaults(json: #"{"faults": []}"#)
        #expect(text(faults) == #"{"seed":\#(faults.seed),"faults":[]}"#)
    }

    @Test(arguments: [
        ("", "The faults are not JSON"), ("[]", "The text must be an object."),
        ("{}", #""faults" must be an array, such as {"faults": []}."#),
        (#"{"faults": 1}"#, #""faults" must be an array, such as {"faults": []}."#),
        (#"{"faults": [], "sead": 1}"#, #"The text has an unknown member "sead"; known are seed, faults."#),
        (#"{"faults": [], "seed": -1}"#, #""seed" must be a whole number that is not negative."#),
        (#"{"faults": [1]}"#, "faults[0] must be an object."),
        (
            #"{"faults": [{}]}"#,
            "faults[0] must have exactly one of latency, status, cutAfter, wrongCount, documentRate, collectionRate."
        ),
        (
            #"{"faults": [{"latency": "1s", "status": "ABORTED"}]}"#,
            "faults[0] must have exactly one of latency, status, cutAfter, wrongCount, documentRate, collectionRate."
        ),
        (
            #"{"faults": [{"cutAfter": 1}, {"cutAfter": 1, "message": "x"}]}"#,
            "faults[1].message needs a status."
        ),
        (
            #"{"faults": [{"documentRate": 1, "methods": ["Commit"]}]}"#,
            "faults[0].documentRate is about all writes, and takes no methods."
        ),
        (
            #"{"faults": [{"collectionRate": 0}]}"#,
            "faults[0].collectionRate must be a number of writes a second, from 0.001 to 1000000."
        ),
        (
            #"{"faults": [{"status": "OK"}]}"#,
            #"faults[0].status must be the name of an error, such as "UNAVAILABLE"."#
        ),
        (
            #"{"faults": [{"status": 503}]}"#,
            #"faults[0].status must be the name of an error, such as "UNAVAILABLE"."#
        ),
        (
            #"{"faults": [{"status": "ABORTED", "methods": ["commit"]}]}"#,
            #"faults[0].methods must be an array of names from Firestore's API, such as "RunQuery", but one is "commit"."#
        ),
        (
            #"{"faults": [{"status": "ABORTED", "methods": []}]}"#,
            #"faults[0].methods must be an array of names, such as ["Commit"]."#
        ),
        (
            #"{"faults": [{"status": "ABORTED", "share": 1.5}]}"#,
            "faults[0].share must be a number from 0 to 1."
        ),
        (
            #"{"faults": [{"status": "ABORTED", "times": 0}]}"#,
            "faults[0].times must be a whole number from 1 to 1000000000."
        ),
        (
            #"{"faults": [{"cutAfter": -1}]}"#,
            "faults[0].cutAfter must be a whole number from 0 to 1000000000."
        ),
        (#"{"faults": [{"wrongCount": false}]}"#, "faults[0].wrongCount must be true."),
        (
            #"{"faults": [{"status": "ABORTED", "afterwards": 1}]}"#,
            "faults[0].afterwards must be true or false."
        ),
        (#"{"faults": [{"latency": "601s"}]}"#, #"such as "0.2s", up to "600s""#),
        (#"{"faults": [{"latency": 200}]}"#, "faults[0].latency must be an object."),
        (#"{"faults": [{"latency": {"from": "1s"}}]}"#, #"such as "0.2s", up to "600s""#),
        (
            #"{"faults": [{"latency": {"from": "2s", "to": "1s"}}]}"#,
            "faults[0].latency must be a range from a shorter time to a longer one."
        ),
    ])
    func `a mistake is named with its place`(text: String, problem: String) throws {
        let error = #expect(throws: EmulatorFaults.Problem.self) { try EmulatorFaults(json: text) }
        #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
    }

    @Test func `there are at most 100 faults, and a message has at most 1000 bytes`() throws {
        let fault = #"{"wrongCount": true}"#
        let list = { (count: Int) in
            #"{"faults": [\#(Array(repeating: fault, count: count).joined(separator: ","))]}"#
        }
        #expect(try EmulatorFaults(json: list(100)).faults.count == 100)
        #expect(throws: EmulatorFaults.Problem.self) { try EmulatorFaults(json: list(101)) }
        let long = String(repeating: "é", count: 501)
        #expect(throws: EmulatorFaults.Problem.self) {
            try EmulatorFaults(json: #"{"faults": [{"status": "ABORTED", "message": "\#(long)"}]}"#)
        }
    }
}
