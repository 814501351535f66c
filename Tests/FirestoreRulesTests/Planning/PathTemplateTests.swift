import Testing

@testable import FirestoreRules

@Suite("Templates of match blocks")
struct PathTemplateTests {
    @Test(arguments: [
        (1, "/a/{i}/{x=**}", "a/1", false), (2, "/a/{i}/{x=**}", "a/1", true),
        (1, "/a/{i}/{x=**}", "a/1/b/2", true), (2, "/a/{i}/{x=**}", "a/1/b/2", true),
        (2, "/{x=**}/b/{k}", "b/2", true), (2, "/{x=**}/b/{k}", "a/1/b/2", true),
        (2, "/{x=**}/b/{k}", "a/1/c/2", false), (2, "/a/{i}", "a/1/b/2", false),
        (2, "/A/{i}", "a/1", false), (2, "/{c}/{i}", "a/1", true), (2, "/{c}/{i}/{d=*}/{j}", "a/1", false),
    ])
    func `a template matches whole paths`(
        version: Int, template: String, path: String, matches: Bool
    ) throws {
        let probe = try RulesProbe(version: version, "match \(template) { allow get; }")
        #expect((probe.denial(.get(path)) == nil) == matches)
    }

    @Test func `wildcards bind strings, globs paths`() throws {
        let probe = try RulesProbe(
            "match /a/{i}/{x=**} { allow get: if i == '1' && x == /b/2 && x[1] == '2'; }")
        #expect(probe.denial(.get("a/1/b/2")) == nil)
        #expect(probe.denial(.get("a/1/b/3")) != nil)
    }

    @Test func `an allow of an outer block does not cover what lies below`() throws {
        let probe = try RulesProbe("match /a/{i} { allow get; match /b/{j} { allow get: if i == j; } }")
        #expect(probe.denial(.get("a/1")) == nil)
        #expect(probe.denial(.get("a/1/b/1")) == nil)
        #expect(probe.denial(.get("a/1/b/2")) != nil)
    }

    @Test func `blocks inside of a block with a glob`() throws {
        let items = "match /{x=**} { match /items/{j} { allow get; } }"
        #expect(try RulesProbe(version: 1, items).denial(.get("items/1")) != nil)
        #expect(try RulesProbe(version: 2, items).denial(.get("items/1")) == nil)
        #expect(try RulesProbe(version: 2, items).denial(.get("x/y/items/1")) == nil)
    }

    @Test(arguments: [
        ("{x=**}", "{a}/{b}", "c/{d}", "u/1/c/2", true), ("{x=**}", "{a}/{b}", "c/{d}", "u/1/v/2/c/3", true),
        ("{x=**}", "{a}/{b}", "c/{d}", "c/2", false), ("{x=**}", "u/{b}", "c/{d}", "v/1/c/2", false),
        ("{x=**}/u/{i}", "{a}/{b}", "c/{d}", "u/1/c/2", true),
        ("{x=**}/u/{i}", "{a}/{b}", "c/{d}", "v/1/c/2", false),
        ("u/{i}/{x=**}", "{a}/{b}", "c/{d}", "u/1/v/2/c/3", true),
        ("u/{i}/{x=**}", "{a}/{b}", "c/{d}", "u/1/c/2", false),
    ])
    func `blocks inside of blocks inside of a block with a glob`(
        outer: String, middle: String, inner: String, path: String, matches: Bool
    ) throws {
        let probe = try RulesProbe(
            "match /\(outer) { match /\(middle) { match /\(inner) { allow get; } } }")
        #expect((probe.denial(.get(path)) == nil) == matches)
    }

    @Test(arguments: [
        ("{a}/{b}", "sub/1", false), ("{a}/{b}", "x/y/sub/1", false), ("{a}/{b}", "sub/1/x/y", false),
        ("{a}/{b}/{c}/{d}", "sub/1/x/y", true), ("{a}/{b}/{c}/{d}", "x/y/sub/1", false),
    ])
    func `blocks inside of a block with more behind its glob match what is longer`(
        inner: String, path: String, matches: Bool
    ) throws {
        // As Google's emulator: what follows the glob is matched twice, at the same place.
        let probe = try RulesProbe("match /{x=**}/sub/{id} { match /\(inner) { allow get; } }")
        #expect((probe.denial(.get(path)) == nil) == matches)
    }
}
