import EmulatorAccess
import FirestoreEmulator
import FirestoreModel
import Testing

@Suite("Masks of answers")
struct AnswerMaskTests {
    private static func masked(_ bodies: [String]) -> [String] {
        AnswerMask.masked(
            bodies.map { ExchangeAnswer(status: "200", body: $0) }, project: "r12ab34c", as: "recorded"
        ).map(\.body)
    }

    private static func time(_ second: Int64) -> Timestamp {
        Timestamp(microseconds: EmulatorClock.system.now().seconds * 1_000_000 + second * 1_000_001)
    }

    @Test func `times are numbered from the earliest to the latest, over all answers`() {
        let (first, second, third) = (Self.time(1), Self.time(2), Self.time(3))
        let masked = Self.masked([
            #"{"a": "\#(third)", "b": "\#(first)"}"#, #"["\#(second)", "\#(third)"]"#,
        ])
        #expect(masked == [#"{"a": "{{time 3}}", "b": "{{time 1}}"}"#, #"["{{time 2}}", "{{time 3}}"]"#])
    }

    @Test func `a time that a test has sent stays as it is`() {
        let body = #"{"timestampValue": "2020-01-02T03:04:05Z"}"#
        #expect(Self.masked([body]) == [body])
    }

    @Test func `microseconds in a message have the number of their time`() {
        let (first, second) = (Self.time(1), Self.time(2))
        let masked = Self.masked([
            #"{"updateTime": "\#(second)"}"#,
            #"{"message":"version (\#(first.microseconds)), not (\#(second.microseconds)) or (1577836800000000)"}"#,
        ])
        #expect(
            masked[1] == #"{"message":"version ({{micros 1}}), not ({{micros 2}}) or (1577836800000000)"}"#)
    }

    @Test func `transactions are the same or not, and tokens are just tokens`() {
        let masked = Self.masked([
            #"{"transaction": "AAA="}"#, #"{"transaction": "BBB="}"#, #"{"transaction": "AAA="}"#,
            #"{"nextPageToken": "CCC="}"#, #"{"nextPageToken": "DDD="}"#,
        ])
        #expect(
            masked == [
                #"{"transaction": "{{transaction 1}}"}"#, #"{"transaction": "{{transaction 2}}"}"#,
                #"{"transaction": "{{transaction 1}}"}"#, #"{"nextPageToken": "{{token}}"}"#,
                #"{"nextPageToken": "{{token}}"}"#,
            ])
    }

    @Test func `the project has the other name, and an id made up has a number`() {
        let masked = Self.masked([#"{"name": "projects/r12ab34c/c/abcdefghij0123456789"}"#])
        #expect(masked == [#"{"name": "projects/recorded/c/{{id 1}}"}"#])
    }
}
