import FirestoreRules
import RulesTesting
import Testing

@Suite("Mutation families")
struct MutationFamilyTests {
    /// What one line of rules becomes, by one family.
    struct Example: Sendable, CustomTestStringConvertible {
        let family: String
        let line: String
        let becomes: [String]

        init(_ family: String, _ line: String, _ becomes: String...) {
            self.family = family
            self.line = line
            self.becomes = becomes
        }

        var testDescription: String { "\(family): \(line)" }
    }

    static let examples = [
        Example(
            "dropped-operand", "allow read: if a() && (b() || c()) && d();",
            "allow read: if (b() || c()) && d();", "allow read: if a() && d();",
            "allow read: if a() && (b() || c());",
            "allow read: if a() && (c()) && d();", "allow read: if a() && (b()) && d();"),
        Example(
            "dropped-operand", "allow read: if (a() && b()) || c();",
            "allow read: if c();", "allow read: if (a() && b());", "allow read: if (b()) || c();",
            "allow read: if (a()) || c();"),
        Example("constant-condition", "allow read: if a();", "allow read: if true;", "allow read: if false;"),
        Example(
            "constant-condition", "allow read: if (a() ? b() : c());",
            "allow read: if true;", "allow read: if false;", "allow read: if (true ? b() : c());",
            "allow read: if (false ? b() : c());", "allow read: if (a() ? true : c());",
            "allow read: if (a() ? false : c());",
            "allow read: if (a() ? b() : true);", "allow read: if (a() ? b() : false);"),
        Example("negated-condition", "allow read: if a();", "allow read: if !(a());"),
        Example("negated-condition", "allow read: if !a();", "allow read: if a();"),
        Example(
            "negated-condition", "allow read: if x in y && z is string;",
            "allow read: if !(x in y) && z is string;",
            "allow read: if x in y && !(z is string);"),
        Example("negated-condition", "allow read: if ['a'].hasAll(x);", "allow read: if !(['a'].hasAll(x));"),
        Example("changed-comparison", "allow read: if x == y;", "allow read: if x != y;"),
        Example(
            "changed-comparison", "allow read: if x < y;", "allow read: if x <= y;", "allow read: if x >= y;"),
        Example("swapped-junction", "allow read: if a() && b();", "allow read: if a() || b();"),
        Example(
            "swapped-junction", "allow read: if a() || b() && c();", "allow read: if a() && (b() && c());",
            "allow read: if a() || (b() || c());"),
        Example(
            "changed-list", "allow read: if x.hasOnly(['p', 'q']);", "allow read: if x.hasOnly(['q']);",
            "allow read: if x.hasOnly(['p']);", "allow read: if x.hasOnly(['p', 'q', 'mutant']);"),
        Example(
            "changed-list", "allow read: if x in ['p'] || y in ['p', 'r'];",
            "allow read: if x in [] || y in ['p', 'r'];",
            "allow read: if x in ['p', 'r'] || y in ['p', 'r'];", "allow read: if x in ['p'] || y in ['r'];",
            "allow read: if x in ['p'] || y in ['p'];",
            "allow read: if x in ['p'] || y in ['p', 'r', 'mutant'];"),
        Example("changed-list", "allow read: if x.hasOnly([uid]);", "allow read: if x.hasOnly([]);"),
        Example(
            "changed-quantifier", "allow read: if x.hasAll(y);", "allow read: if x.hasAny(y);",
            "allow read: if x.hasOnly(y);"),
        Example(
            "swapped-resource", "allow read: if resource.data.a == request.resource.data.b;",
            "allow read: if request.resource.data.a == request.resource.data.b;",
            "allow read: if resource.data.a == resource.data.b;"),
        Example("swapped-function", "allow read: if exists(/a/b);", "allow read: if existsAfter(/a/b);"),
        Example(
            "swapped-function", "allow read: if getAfter(/a/b).data.x == 1;",
            "allow read: if get(/a/b).data.x == 1;"),
        Example("swapped-operands", "allow read: if x.diff(y) == z;", "allow read: if y.diff(x) == z;"),
        Example(
            "swapped-operands", "allow read: if (x).diff(y + z) == z;",
            "allow read: if (y + z).diff((x)) == z;"),
        Example("swapped-operands", "allow read: if x - y == z;", "allow read: if y - x == z;"),
        Example("changed-arithmetic", "allow read: if x + y == z;", "allow read: if x - y == z;"),
        Example(
            "changed-literal", "allow read: if x == 3;", "allow read: if x == 4;", "allow read: if x == 2;"),
        Example(
            "changed-literal", "allow read: if x == -3;", "allow read: if x == -4;", "allow read: if x == -2;"
        ),
        Example("changed-literal", "allow read: if x == 'it\\'s';", "allow read: if x == 'it\\'s~';"),
        Example("changed-literal", "allow read: if x == true;", "allow read: if x == false;"),
        Example(
            "changed-literal", "allow read: if x == 1.5;", "allow read: if x == 2.5;",
            "allow read: if x == 0.5;"),
        Example("changed-type", "allow read: if x is string;", "allow read: if x is int;"),
        Example("changed-type", "allow read: if x is map;", "allow read: if x is string;"),
        Example(
            "changed-identity", "allow read: if request.auth.uid == x;",
            "allow read: if 'somebody-else' == x;"),
        Example(
            "changed-method", "allow get, update: if a();", "allow update: if a();",
            "allow read, update: if a();",
            "allow get, create, update: if a();", "allow get: if a();", "allow get, update, delete: if a();"),
        Example("removed-allow", "allow read: if f(x);", ""),
    ]

    @Test(arguments: examples) func `a family makes these changes and no others`(_ example: Example) {
        let rules = Ruleset(
            SourceFile(
                content:
                    "service cloud.firestore {\nmatch /{x}/{y}/{z} {\nfunction uid() { return 1; }\n\(example.line)\n}\n}"
            ))
        let mutants = MutantGenerator.candidates(of: rules).filter {
            $0.family == example.family && $0.line == 4
        }
        #expect(mutants.map(\.changedLine) == example.becomes)
    }

    @Test func `a match block is made to stand for more paths and for fewer`() {
        let rules = Ruleset(
            SourceFile(
                content: """
                    rules_version = '2';
                    service cloud.firestore {
                    match /databases/{database}/documents {
                    match /users/{user} { allow read; }
                    match /logs/{rest=**} { allow read; }
                    }
                    }
                    """))
        let mutants = MutantGenerator.candidates(of: rules).filter {
            $0.family == "changed-path" && Ruleset($0.source).isUsable
        }
        #expect(
            mutants.map(\.changedLine) == [
                "match /{mutant0}/{user} { allow read; }", "match /users/{user=**} { allow read; }",
                "match /{mutant0}/{rest=**} { allow read; }", "match /logs/{rest} { allow read; }",
            ])
    }
}

extension Mutant {
    /// The line that took the place of the one that changed.
    var changedLine: String {
        let lines = diff.split(separator: "\n").dropFirst(3)
        return lines.first { $0.hasPrefix("+") }.map { String($0.dropFirst()) } ?? ""
    }
}
