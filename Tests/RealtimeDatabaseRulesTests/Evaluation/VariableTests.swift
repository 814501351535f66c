import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import Testing

@Suite("Variables of conditions")
struct VariableTests {
    @Test(arguments: [
        ("auth.uid == 'bob'", "true"), ("auth.provider == 'custom'", "true"),
        ("auth['uid'] == 'bob'", "true"),
        ("auth.token.roles[1] == 'author'", "true"), ("auth.token.roles[2] == null", "true"),
        ("auth.token.roles[-1] == null", "true"), ("auth.token.roles[0.5] == null", "true"),
        ("auth.token.roles['0'] == null", "true"),
        ("auth.token.chats['c' + auth.token.count] == true", "true"),
        ("auth.token[auth.token.none] == null", "an index is a string or a number, not null"),
        ("auth.token.text.length == 3", "true"), ("auth.token.none.more.and.more == null", "true"),
        ("auth.token.count.more == null", "true"), ("auth.token.text.more == null", "true"),
        ("auth.token.text['length'] == 3", "true"),
        ("now == 1700000000000", "true"), ("now > 1600000000000", "true"),
        ("$a == 'left' && $b == 'right'", "true"), ("$a + '/' + $b == 'left/right'", "true"),
        ("root.child('x').val() == 1", "true"), ("data.val() == 'here'", "true"),
        ("data.parent().parent().child('x').val() == 1", "true"),
    ])
    func `a condition knows who, when, where and what`(condition: String, expected: String) throws {
        #expect(try RulesProbe.outcome(condition, #"{"x": 1, "left": {"right": "here"}}"#) == expected)
    }

    @Test(arguments: [
        ("auth == null", "true"), ("auth.uid == null", "true"), ("auth.uid != 'eve'", "true"),
        ("auth.token.roles[0] == null", "true"),
        ("auth.token.name.length > 1", "> takes two numbers or two strings, not null and a number"),
        ("auth.uid.contains('b')", "contains() is for strings, not for null"),
    ])
    func `of nobody nothing is known, which is no error`(condition: String, expected: String) throws {
        #expect(try RulesProbe.outcome(condition, as: .null) == expected)
    }

    @Test func `who asks may be any JSON`() throws {
        let json = #"{"uid": "é", "n": 1.5, "l": [null, true]}"#
        let auth = AuthValue(try JSONParser.parse(Array(json.utf8)))
        #expect(auth.uid == "é")
        #expect(
            try RulesProbe.outcome("auth.n == 1.5 && auth.l[1] == true && auth.l[0] == null", as: auth)
                == "true")
        #expect(
            try RulesProbe.outcome("auth['e\u{301}'] == null && auth.uid != 'e\u{301}'", as: auth) == "true")
        #expect(
            try RulesProbe.outcome("auth != null && auth.uid == null", as: AuthValue.boolean(true)) == "true")
    }

    @Test(
        arguments: [
            (
                nil,
                "query.orderByKey && !query.orderByValue && !query.orderByPriority && query.orderByChild == null"
            ),
            (nil, "query.startAt == null && query.endAt == null && query.equalTo == null"),
            (nil, "query.limitToFirst == null && query.limitToLast == null"),
            (
                .init(order: .child(DatabasePath([.init("a"), .init("b")]))),
                "query.orderByChild == 'a/b' && !query.orderByKey"
            ),
            (.init(order: .value), "query.orderByValue && !query.orderByKey && query.orderByChild == null"),
            (.init(order: .priority), "query.orderByPriority"),
            (.init(order: .key, limit: .first(5)), "query.limitToFirst <= 5 && query.limitToLast == null"),
            (.init(order: .key, limit: .last(7)), "query.limitToLast == 7 && query.limitToFirst == null"),
            (
                .init(order: .value, start: .init(.string("a")), end: .init(.number(3))),
                "query.startAt == 'a' && query.endAt == 3 && query.equalTo == null"
            ),
            (
                .init(order: .value, start: .init(.boolean(true)), end: .init(.boolean(true))),
                "query.equalTo == true && query.startAt == null && query.endAt == null"
            ),
            (
                .init(
                    order: .value, start: .init(.number(1), includesEqual: false),
                    end: .init(.number(1), includesEqual: false)),
                "query.equalTo == null && query.startAt == 1 && query.endAt == 1"
            ),
        ] as [(DataQuery?, String)])
    func `a condition knows the query`(query: DataQuery?, condition: String) throws {
        #expect(try RulesProbe.outcome(condition, "null", as: .bob, query) == "true")
    }
}
