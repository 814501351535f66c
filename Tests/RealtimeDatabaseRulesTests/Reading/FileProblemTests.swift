import RealtimeDatabaseRules
import RulesCore
import Testing

@Suite("What is wrong with files")
struct FileProblemTests {
    @Test(arguments: [
        ("", "1:1: Expected a value, not the end of the file."),
        ("{\n\"rules\": {}", "2:12: Expected ',' or '}', not the end of the file."),
        ("{'rules': {}}", "1:2: Expected a key in double quotes, not '''."),
        ("{rules: {}}", "1:2: Expected a key in double quotes, not 'r'."),
        (#"{"rules" {}}"#, "1:10: Expected ':' after a key, not '{'."),
        (#"{"rules": {},}"#, "1:14: Expected a key in double quotes, not '}'."),
        (#"{"rules": {}} x"#, "1:15: Expected the end of the file, not 'x'."),
        ("{\"rules\": {}}\n\nx", "3:1: Expected the end of the file, not 'x'."),
        (#"{"rules": yes}"#, "1:11: Expected a value, not 'y'."),
        (#"{"rules": {"a": {".indexOn": ["x" "y"]}}}"#, "1:35: Expected ',' or ']', not '\"'."),
        (#"{"rules": {".read": "true}}"#, "1:21: Unterminated string."),
        ("{\"rules\": {} /* }", "1:14: Unterminated comment."),
        (#"{"rules": {".read": "\q"}}"#, "1:22: Unknown escape in JSON."),
        (#"{"rules": {".read": "\u12"}}"#, "1:22: This escape is not a character."),
        (#"{"rules": {".read": "\uD800x"}}"#, "1:22: This escape is not a character."),
        (
            "{\"rules\": {\".read\": \"a\u{1}\"}}",
            "1:23: Control characters in strings must be escaped."
        ),
        (#"{"rules": {"a": -}}"#, "1:18: Expected a digit, not '}'."),
        (#"{"rules": {"a": 1.}}"#, "1:19: Expected a digit, not '}'."),
        (#"{"rules": {"a": 1e+}}"#, "1:20: Expected a digit, not '}'."),
    ])
    func `a problem names the place where the text stops being JSON`(content: String, expected: String) {
        #expect(problems(content) == [expected])
    }

    @Test(arguments: [
        ("[]", ["1:1: Expected an object with 'rules', not a list."]),
        ("{}", ["1:1: Expected 'rules' property."]),
        (#"{"a": {}}"#, ["1:2: Expected 'rules' property."]),
        (#"{"rules": {}, "more": 1}"#, ["1:15: Unexpected property 'more': only 'rules' is allowed."]),
        (#"{"rules": {}, "rules": {}}"#, ["1:15: Repeated property 'rules'."]),
        (#"{"rules": true}"#, ["1:11: Expected an object with rules, not a boolean."]),
        (#"{"rules": {"a": 12}}"#, ["1:17: Expected an object with rules, not a number."]),
        (#"{"rules": {"a": "true"}}"#, ["1:17: Expected an object with rules, not a string."]),
        (#"{"rules": {"a": null}}"#, ["1:17: Expected an object with rules, not null."]),
        (#"{"rules": {".read": 1}}"#, ["1:21: Expected .read to be a string or a boolean, not a number."]),
        (
            #"{"rules": {".write": {}}}"#,
            ["1:22: Expected .write to be a string or a boolean, not an object."]
        ),
        (
            #"{"rules": {".validate": []}}"#,
            ["1:25: Expected .validate to be a string or a boolean, not a list."]
        ),
        (
            #"{"rules": {".reads": true}}"#,
            ["1:12: Unknown rule '.reads': rules are .read, .write, .validate and .indexOn."]
        ),
        (#"{"rules": {"a": {}, "a": {}}}"#, ["1:21: Repeated key 'a'."]),
        (#"{"rules": {".read": true, ".read": true}}"#, ["1:27: Repeated key '.read'."]),
        (
            #"{"rules": {"$a": {}, "$b": {}}}"#,
            ["1:22: There can be only one variable here, and '$a' is one already."]
        ),
        (#"{"rules": {"$a": {"b": {"$a": {}}}}}"#, ["1:25: The path already has a variable '$a'."]),
        (#"{"rules": {"$": {}}}"#, ["1:12: The variable's name is empty."]),
        (
            #"{"rules": {"$a.b": {}}}"#,
            ["1:12: The variable's name holds one of . # $ / [ ]."]
        ),
        (
            #"{"rules": {"a/b": {}}}"#,
            [
                ##"1:12: Key names can't contain ".", "#", "$", "/", "[", or "]" (unbound names start with "$")"##
            ]
        ),
        (#"{"rules": {"": {}}}"#, ["1:12: This key is empty."]),
        (#"{"rules": {"\u0007": {}}}"#, ["1:12: This key holds a control character."]),
        (
            #"{"rules": {".indexOn": true}}"#,
            ["1:24: Expected .indexOn to be a string or a list of strings, not a boolean."]
        ),
        (
            #"{"rules": {".indexOn": ["a", 1]}}"#,
            ["1:30: Expected .indexOn to be a string or a list of strings, not a number."]
        ),
        (
            #"{"rules": {".indexOn": ["a", ".valu"]}}"#,
            ["1:30: '.valu' is neither the path of a child nor '.value'."]
        ),
        (#"{"rules": {".indexOn": "/"}}"#, ["1:24: '/' is neither the path of a child nor '.value'."]),
    ])
    func `what is not a rule is reported`(content: String, expected: [String]) {
        #expect(problems(content) == expected)
    }

    @Test func `all rules that are wrong are reported, in the order of the file`() {
        let found = problems(
            """
            {"rules": {
              ".read": "user != null",
              "a": {".write": "true &&", ".valid": true},
              "$b": {".validate": "newData.isArray()"}
            }}
            """)
        #expect(
            found == [
                "2:13: Unknown variable 'user'.",
                "3:27: Expected a value, not the end of the expression.",
                "3:30: Unknown rule '.valid': rules are .read, .write, .validate and .indexOn.",
                "4:31: No such method/property 'isArray'.",
            ])
    }

    @Test func `a place behind escapes and line breaks is the one in the file`() {
        let found = problems("{\"rules\": {\".read\":\n  \"'\\u0041\\t' == 'x' &&\n   nothing\"}}")
        #expect(found == ["3:4: Unknown variable 'nothing'."])
        #expect(
            problems(#"{"rules": {".read": "\"\u0041\" == nothing"}}"#) == [
                "1:36: Unknown variable 'nothing'."
            ])
    }

    @Test func `nesting and length are bounded`() {
        let deep = String(repeating: "{\"a\":", count: 3_000)
        #expect(problems(deep) == ["1:501: This is nested too deeply: at most 100 levels."])
        #expect(problems(String(repeating: "[", count: 100_000)).count == 1)
        let long = "{\"rules\": {}}" + String(repeating: " ", count: DatabaseRuleset.maximumLength)
        #expect(problems(long) == ["1:1: The file is longer than 1024 KB."])
    }

    @Test func `problems have a form for the wire and one for people`() throws {
        do {
            _ = try DatabaseRuleset(
                "{\"rules\": {\n  \".read\": \"auth != nul\",\n  \".write\": \"tru\"}}",
                name: "rules\u{1B}.json")
            Issue.record("the rules were taken")
        } catch {
            #expect(error.wireText == "2:21: Unknown variable 'nul'.\n3:14: Unknown variable 'tru'.\n")
            #expect(
                error.description == """
                    rules\\u{1b}.json:2:21: error: Unknown variable 'nul'.
                       2 | ".read": "auth != nul",
                         |                   ^^^
                    rules\\u{1b}.json:3:14: error: Unknown variable 'tru'.
                       3 | ".write": "tru"}}
                         |            ^^^
                    """)
        }
    }

    @Test func `of a long line only what is around the place is shown`() throws {
        let blank = String(repeating: "x", count: 300)
        do {
            _ = try DatabaseRuleset("{\"rules\": {\".read\": \"'\(blank)' == nul || '\(blank)' == ''\"}}")
            Issue.record("the rules were taken")
        } catch {
            let lines = error.description.split(separator: "\n")
            #expect(lines.count == 3 && lines.allSatisfy { $0.count < 140 })
            #expect(lines[1].hasPrefix("   1 | …xxx") && lines[1].hasSuffix("xxx…"))
            #expect(lines[2].hasSuffix("^^^"))
        }
    }
}
