import CoreValues
import FirestoreRules
import JSONText
import RulesAnalysis
import RulesCore
import Testing

@Suite("Holes in rules")
struct HoleTests {
    private static let today = Timestamp(seconds: 1_790_000_000, nanoseconds: 0)

    /// The holes in some rules.
    private func holes(_ rules: Ruleset, requests: Int = 6000) throws -> [Hole] {
        var allowed = AllowedRequests(try AnalysedRules(rules), seed: 1)
        while allowed.requests < requests { allowed.advance() }
        return try HoleSearch(allowed, today: Self.today).holes()
    }

    private func kinds(_ body: String) throws -> [HoleKind] {
        try holes(AnalysisExample.rules(body)).map(\.kind)
    }

    /// Rules with a hole, and the same rules without it.
    struct Pair: Sendable, CustomTestStringConvertible {
        let kind: HoleKind
        let with: String
        let without: String

        var testDescription: String { "\(kind.rawValue): \(with)" }
    }

    private static let pairs = [
        Pair(
            kind: .openToAll, with: "match /a/{x} { allow delete: if true; }",
            without: "match /a/{x} { allow delete: if request.auth.uid == resource.data.owner; }"),
        Pair(
            kind: .openToAll, with: "match /a/{x} { allow get: if request.auth == null; }",
            without: "match /a/{x} { allow get: if resource.data.public == true; }"),
        Pair(
            kind: .openToUsers, with: "match /a/{x} { allow delete: if request.auth != null; }",
            without: "match /a/{x} { allow create: if request.auth != null; }"),
        Pair(
            kind: .openToUsers,
            with:
                "match /a/{x} { allow update: if request.auth != null && resource.data.state == 'open'; }",
            without:
                "match /a/{x} { allow update: if request.auth.uid in resource.data.editors && resource.data.state == 'open'; }"
        ),
        Pair(
            kind: .foreignPath, with: "match /users/{userId} { allow write: if request.auth.uid != null; }",
            without: "match /users/{userId} { allow write: if request.auth.uid == userId; }"),
        Pair(
            kind: .openSubtree,
            with: """
                match /{any=**} { allow get: if request.auth != null; }
                match /private/{x} { allow get: if request.auth.uid == resource.data.owner; }
                """,
            without: """
                match /{any=**} { allow get: if request.auth.token.admin == true; }
                match /private/{x} { allow get: if request.auth.uid == resource.data.owner; }
                """),
        Pair(
            kind: .selfGrant,
            with: """
                match /users/{user} { allow create, update: if request.auth.uid == user; }
                match /secrets/{x} {
                  allow get: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';
                }
                """,
            without: """
                match /users/{user} {
                  allow create: if request.auth.uid == user && request.resource.data.role == 'reader';
                  allow update: if request.auth.uid == user && request.resource.data.role == resource.data.role;
                }
                match /secrets/{x} {
                  allow get: if get(/databases/$(database)/documents/users/$(request.auth.uid)).data.role == 'admin';
                }
                """),
        Pair(
            kind: .selfGrant,
            with: """
                match /rooms/{room} {
                  allow get: if request.auth.uid in resource.data.members;
                  allow update: if request.auth != null
                    && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['members']);
                }
                """,
            without: """
                match /rooms/{room} {
                  allow get: if request.auth.uid in resource.data.members;
                  allow update: if request.auth.uid in resource.data.invited
                    && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['members']);
                }
                """),
        Pair(
            kind: .looseUpdate,
            with: """
                match /a/{x} {
                  allow create: if request.resource.data.text is string && request.resource.data.text.size() <= 100
                    && request.auth.uid == request.resource.data.owner;
                  allow update: if request.auth.uid == resource.data.owner;
                }
                """,
            without: """
                match /a/{x} {
                  allow create, update: if request.resource.data.text is string
                    && request.resource.data.text.size() <= 100
                    && request.auth.uid == request.resource.data.owner
                    && (resource == null || request.auth.uid == resource.data.owner);
                }
                """),
        Pair(
            kind: .wideList,
            with: """
                match /a/{x} {
                  allow get: if request.auth.uid == resource.data.owner;
                  allow list: if request.auth != null;
                }
                """,
            without: """
                match /a/{x} {
                  allow get: if request.auth.uid == resource.data.owner;
                  allow list: if request.auth.uid == resource.data.owner;
                }
                """),
        Pair(
            kind: .unbounded,
            with:
                "match /a/{x} { allow create: if request.resource.data.text is string && request.auth.uid == x; }",
            without:
                "match /a/{x} { allow create: if request.resource.data.text.size() < 500 && request.auth.uid == x; }"
        ),
        Pair(
            kind: .anyType,
            with: """
                match /a/{x} {
                  allow create: if request.auth.uid == x && request.resource.data.keys().hasOnly(['text']);
                }
                """,
            without: """
                match /a/{x} {
                  allow create: if request.auth.uid == x && request.resource.data.keys().hasOnly(['text'])
                    && request.resource.data.text is string;
                }
                """),
        Pair(
            kind: .anyField, with: "match /a/{x} { allow create: if request.auth.uid == x; }",
            without: """
                match /a/{x} {
                  allow create: if request.auth.uid == x && request.resource.data.keys().hasOnly(['text']);
                }
                """),
        Pair(
            kind: .literalUser,
            with: "match /a/{x} { allow get: if request.auth.uid == 'yT8cQ2'; }",
            without:
                "match /a/{x} { allow get: if resource.data.owner == request.auth.uid && x != 'yT8cQ2'; }"),
        Pair(
            kind: .date, with: "match /a/{x} { allow get: if request.time < timestamp.date(2030, 1, 31); }",
            without: "match /a/{x} { allow get: if request.time < resource.data.until; }"),
        Pair(
            kind: .lookups,
            with: "match /a/{x} { allow get: if \(lookups(8)); }",
            without: "match /a/{x} { allow get: if \(lookups(3)); }"),
        Pair(
            kind: .longCondition, with: comparisons(calls: 7, of: 20),
            without: comparisons(calls: 2, of: 20)),
    ]

    private static func lookups(_ count: Int) -> String {
        (0..<count).map { "exists(/databases/$(database)/documents/b/b\($0))" }.joined(separator: " && ")
    }

    /// Rules whose condition calls a function several times.
    private static func comparisons(calls: Int, of count: Int) -> String {
        let condition = (0..<count).map { "text != 'x\($0)'" }.joined(separator: " && ")
        let all = Array(repeating: "isOther(x)", count: calls).joined(separator: " && ")
        return """
            function isOther(text) { return \(condition); }
            match /a/{x} { allow get: if request.auth.uid == x && \(all); }
            """
    }

    @Test(arguments: pairs)
    func `a hole is found, and not where it is closed`(_ pair: Pair) throws {
        #expect(try kinds(pair.with).contains(pair.kind))
        let without = try kinds(pair.without)
        #expect(!without.contains(pair.kind), "\(without)")
    }

    @Test func `every hole with a request is one that the rules allow`() throws {
        for pair in Self.pairs {
            let rules = AnalysisExample.rules(pair.with)
            let plan = try #require(rules.plan())
            for hole in try holes(rules, requests: 2000) {
                guard let request = hole.request else { continue }
                #expect(request.scenario.isAllowed(by: plan), "\(hole.message)")
                #expect(request.explanation.isAllowed)
                guard let contrast = hole.contrast?.shown else { continue }
                // A right is there after the write; what create or get refuses is denied.
                let isGranted = hole.kind == .selfGrant
                #expect(contrast.scenario.isAllowed(by: plan) == isGranted, "\(hole.message)")
                #expect(contrast.explanation.isAllowed == isGranted)
            }
        }
    }

    @Test func `rules of which nothing is known have no holes`() throws {
        let body = """
            match /chats/{chat} {
              function isMember() {
                return request.auth.uid in get(/databases/$(database)/documents/chats/$(chat)).data.members;
              }
              allow read: if request.auth.uid in resource.data.members;
              match /messages/{message} {
                allow read: if isMember();
                allow create: if isMember() && request.resource.data.keys().hasOnly(['sender', 'text', 'readBy'])
                  && request.resource.data.sender == request.auth.uid && request.resource.data.readBy == []
                  && request.resource.data.text is string && request.resource.data.text.size() < 1000;
                allow update: if isMember()
                  && request.resource.data.diff(resource.data).affectedKeys().hasOnly(['readBy'])
                  && request.resource.data.readBy.size() == resource.data.readBy.size() + 1
                  && request.resource.data.readBy.removeAll(resource.data.readBy) == [request.auth.uid];
              }
            }
            """
        #expect(try kinds(body) == [])
    }

    @Test(arguments: [
        ("2026, 1, 31", "if request.time < timestamp.date(", "shut since 2026-01-31"),
        (
            "2030, 1, 31", "if request.time < timestamp.date(",
            "open to anyone until 2030-01-31, and then shut"
        ),
        ("2026, 1, 31", "if request.time > timestamp.date(", "open to anyone since 2026-01-31"),
        (
            "2030, 1, 31", "if request.time > timestamp.date(",
            "shut until 2030-01-31, and then open to anyone"
        ),
    ])
    func `a date is reported by what it does today`(_ date: String, _ condition: String, _ message: String)
        throws
    {
        let holes = try holes(AnalysisExample.note("get", if: "\(condition.dropFirst(3))\(date))"))
        let hole = try #require(holes.first { $0.kind == .date })
        #expect(hole.message.hasPrefix(message), "\(hole.message)")
    }

    @Test func `rules without a version are noted`() throws {
        let rules = Ruleset(
            SourceFile(
                content: """
                    service cloud.firestore {
                      match /databases/{database}/documents { match /a/{x} { allow get: if request.auth.uid == x; } }
                    }
                    """))
        #expect(try holes(rules).map(\.kind) == [.noVersion])
    }

    @Test func `a hole becomes a case that fails until it is closed`() throws {
        let holes = try holes(AnalysisExample.note("delete", if: "true"))
        let suite = HoleSuite(name: "holes", rules: "firestore.rules", holes)
        #expect(suite.included.count == 1)
        #expect(suite.text.contains("delete: notes/n1"))
        #expect(suite.text.contains("expect: denied"))
    }

    @Test func `a hole shows its request and what belongs to it`() throws {
        let body = """
            match /a/{x} {
              allow get: if request.auth.uid == resource.data.owner;
              allow list: if request.auth != null;
            }
            """
        let hole = try #require(try holes(AnalysisExample.rules(body)).first { $0.kind == .wideList })
        #expect(hole.severity == .warning)
        #expect(hole.lines.contains { $0.hasPrefix("  now allowed: ") })
        #expect(hole.lines.contains { $0.hasPrefix("  but get denied: ") })
        #expect(hole.json(in: "firestore.rules")["check"]?.string == "wide-list")
    }
}
