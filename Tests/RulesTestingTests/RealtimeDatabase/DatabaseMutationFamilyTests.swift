import RealtimeDatabaseRules
import RulesTesting
import Testing

@Suite("Mutation families of the Realtime Database")
struct DatabaseMutationFamilyTests {
    /// What one rule becomes, by one family.
    struct Example: Sendable, CustomTestStringConvertible {
        let family: String
        let condition: String
        let becomes: [String]

        init(_ family: String, _ condition: String, _ becomes: String...) {
            self.family = family
            self.condition = condition
            self.becomes = becomes
        }

        var testDescription: String { "\(family): \(condition)" }
    }

    static let examples = [
        Example(
            "dropped-operand", "data.exists() && (a.b === 1 || auth != null) && $x > 'a'",
            "(a.b === 1 || auth != null) && $x > 'a'", "data.exists() && $x > 'a'",
            "data.exists() && (a.b === 1 || auth != null)", "data.exists() && (auth != null) && $x > 'a'",
            "data.exists() && (a.b === 1) && $x > 'a'"),
        Example(
            "dropped-operand", "( (data.exists()) ) || newData.exists()", "newData.exists()",
            "( (data.exists()) )"),
        Example("constant-condition", "data.exists()", "true", "false"),
        Example("constant-condition", "(data.exists())", "(true)", "(false)"),
        Example(
            "constant-condition", "data.exists() ? newData.exists() : true", "true", "false",
            "true ? newData.exists() : true", "false ? newData.exists() : true",
            "data.exists() ? true : true", "data.exists() ? false : true"),
        Example("negated-condition", "data.exists()", "!(data.exists())"),
        Example("negated-condition", "!data.exists() && $x > 'a'", "data.exists() && $x > 'a'"),
        Example(
            "negated-condition", "!(data.exists() || $x > 'a')", "(data.exists() || $x > 'a')",
            "!(!(data.exists()) || $x > 'a')"),
        Example("changed-comparison", "$x == 'a'", "$x != 'a'"),
        Example("changed-comparison", "($x)!=='=='", "($x)==='=='"),
        Example("changed-comparison", "now < 5", "now <= 5", "now >= 5"),
        Example("changed-comparison", "now >= 5", "now > 5", "now < 5"),
        Example(
            "swapped-junction", "$x > 'a' && $x > 'b' || $x > 'c'", "$x > 'a' && $x > 'b' && $x > 'c'",
            "$x > 'a' || $x > 'b' || $x > 'c'"),
        Example(
            "swapped-junction", "($x > '&&' && $x > 'b') && data.exists()",
            "($x > '&&' || $x > 'b') && data.exists()", "($x > '&&' && $x > 'b') || data.exists()"),
        Example(
            "changed-list", "newData.hasChildren(['a', 'b'])", "newData.hasChildren(['b'])",
            "newData.hasChildren(['a'])"),
        Example("changed-list", "newData.hasChildren(['a'])", "newData.hasChildren()"),
        Example(
            "swapped-snapshot", "data.val() === newData.val()", "newData.val() === newData.val()",
            "data.val() === data.val()"),
        Example("swapped-snapshot", "root.exists()", "data.exists()"),
        Example("swapped-identity", "auth.uid === $x", "$x === $x", "auth.uid === auth.uid"),
        Example("swapped-method", "newData.isString()", "newData.isNumber()", "newData.isBoolean()"),
        Example("swapped-method", "data.child('a').exists()", "data.child('a').hasChildren()"),
        Example("swapped-method", "(data).hasChild('a')", "(data).exists()"),
        Example(
            "swapped-method", "$x.contains('a')", "$x.beginsWith('a')", "$x.endsWith('a')"),
        Example("changed-arithmetic", "now + 1 > 5 * 2", "now - 1 > 5 * 2", "now + 1 > 5 / 2"),
        Example("changed-literal", "now > 5", "now > 6", "now > 4"),
        Example("changed-literal", "now > 0", "now > 1", "now > (-1)"),
        Example("changed-literal", "$x === 'it\\\\'s'", "$x === 'it\\\\'s~'"),
        Example("changed-literal", "data.val() === true", "data.val() === false"),
        Example("changed-literal", "true"),
        Example(
            "changed-path", "data.parent().child('a').exists()", "data.child('a').exists()",
            "data.parent().exists()", "data.parent().child('a~').exists()"),
        Example("changed-path", "data.hasChild('a')", "data.hasChild('a~')"),
    ]

    private func rules(_ condition: String) -> String {
        "{\n\"rules\": { \"$x\": {\n\".write\": \"\(condition)\"\n} }\n}"
    }

    @Test(arguments: examples) func `a family makes all its changes, and no others`(_ example: Example) throws
    {
        // What stands for an operand in a test of chains only need not be known.
        let condition = example.condition.replacing("a.b", with: "$x.length")
        let source = try DatabaseRuleset(rules(condition))
        let mutants = DatabaseMutantGenerator.candidates(of: source).filter { $0.family == example.family }
        let changed = mutants.map { mutant in
            mutant.source.content.split(separator: "\n")[2].dropFirst(11).dropLast()
        }
        #expect(
            changed.map(String.init).sorted()
                == example.becomes.map { $0.replacing("a.b", with: "$x.length") }.sorted())
        for mutant in mutants { #expect(throws: Never.self) { try DatabaseRuleset(mutant.source.content) } }
    }

    @Test func `every family has an example`() {
        let families = Set(DatabaseMutationFamilyTests.examples.map(\.family)).union(["removed-rule"])
        #expect(families == Set(DatabaseMutantGenerator.familyNames))
    }

    @Test func `a rule is removed with one comma`() throws {
        let source = try DatabaseRuleset(
            """
            {"rules": {
              ".read": "auth != null", ".write": false,
              "a": {".validate": "newData.isString()"},
              "b": {".indexOn": "x", ".read": true}
            }}
            """)
        let mutants = DatabaseMutantGenerator.candidates(of: source).filter {
            $0.family == "removed-rule" && (try? DatabaseRuleset($0.source.content)) != nil
        }
        #expect(
            mutants.map(\.lineText) == [
                #"".read": "auth != null", ".write": false,"#, #"".read": "auth != null", ".write": false,"#,
                #""a": {".validate": "newData.isString()"},"#, #""b": {".indexOn": "x", ".read": true}"#,
            ])
        let lines = mutants.map { $0.source.content.split(separator: "\n")[$0.line - 1] }
        #expect(
            lines == [
                #"   ".write": false,"#, #"  ".read": "auth != null", "#, #"  "a": {},"#,
                #"  "b": {".indexOn": "x"}"#,
            ])
    }
}
