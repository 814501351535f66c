import FirestoreModel
import Testing

@testable import FirestoreRules

@Suite("Values as text protos")
struct TextProtoTests {
    @Test(arguments: [
        (RuleValue.null, "null_value: NULL_VALUE\n"), (.bool(true), "bool_value: true\n"),
        (.float(1e8), "float_value: 1.0E8\n"),
        (.string("a\"\\'\n\u{1}é"), "string_value: \"a\\\"\\\\\\'\\n\\001\\303\\251\"\n"),
        (.bytes([0x7F, 0x80, 97]), "bytes_value: \"\\177\\200a\"\n"), (list(), "list_value {\n}\n"),
        (list(.int(1)), "list_value {\n  values {\n    int_value: 1\n  }\n}\n"),
        (
            map(["b": .int(1), "a": .null]),
            """
            map_value {
              fields {
                key: "a"
                value {
                  null_value: NULL_VALUE
                }
              }
              fields {
                key: "b"
                value {
                  int_value: 1
                }
              }
            }

            """
        ),
        (
            .path(RulePath([.literal("a"), .variable("x"), .globCapture("y", [.literal("p")])])),
            """
            path_value {
              segments {
                simple: "a"
              }
              segments {
                capture {
                  variable_name: "x"
                }
              }
              segments {
                glob_capture {
                  variable_name: "y"
                  bound_value {
                    segments {
                      simple: "p"
                    }
                  }
                }
              }
            }

            """
        ),
        (.time(-1, 5), "timestamp_value {\n  seconds: -1\n  nanos: 5\n}\n"),
        (.seconds(0), "duration_value {\n}\n"),
        (
            .mapDiff(MapDiff(new: fields(["a": .int(1)]), old: fields(["b": .int(1)]))),
            """
            map_diff_value {
              key_statuses {
                key: "a"
                value: ADDED
              }
              key_statuses {
                key: "b"
                value: REMOVED
              }
            }

            """
        ),
    ])
    func `values are written as Google's emulator quotes them`(_ value: RuleValue, _ expected: String) {
        #expect(TextProto.text(of: value) == expected)
    }

    @Test func `what is too long is cut`() {
        let long = list(.string(String(repeating: "a", count: 1 << 20)), .int(1))
        #expect(TextProto.text(of: .list(RuleList(Array(repeating: long, count: 1000)))).utf8.count < 1 << 18)
    }
}
