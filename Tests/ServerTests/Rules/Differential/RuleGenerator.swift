import TestSupport

/// Makes up rules files that have something to say about the documents and people of ``RuleRequestGenerator``: conditions as
/// applications have them, mixed with mistakes.
struct RuleGenerator {
    /// What a place in a file can name.
    struct Scope {
        /// Names of captures, parameters and variables, which are mostly strings.
        var variables: [String] = []
        /// Names of functions and how many arguments they take.
        var functions: [(name: String, arity: Int)] = []
        /// True where `database` is captured.
        var hasDatabase = false
    }

    var random: SeededGenerator
    var scope = Scope()
    private var functionCount = 0
    /// True for rules whose conditions are about as long as the budget of expressions.
    private(set) var isLong = false

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    static func file(seed: UInt64) -> RulesFile {
        var generator = RuleGenerator(seed: seed)
        return generator.file()
    }

    private static let templates = [
        "/c/{id}", "/c/{id}", "/d/{id}", "/c/{id}/sub/{sid}", "/c/a", "/c/a/sub/{id}", "/{kind}/{id}",
        "/{all=**}", "/c/{rest=**}", "/fixed/{id}", "/{a}/{b}/sub/{id}", "/c/{id}/{rest=**}", "/none/{id}",
    ]
    private static let templatesOfVersion2 = ["/{path=**}/sub/{id}", "/{path=**}/c/{id}", "/{p=**}/{id}"]
    private static let innerTemplates = ["/sub/{sid}", "/sub/{id}", "/{rest=**}", "/sub/a", "/{any}/{x}"]

    // MARK: Parts of files

    private mutating func file() -> RulesFile {
        var file = RulesFile(version: random.oneIn(8) ? (random.oneIn(2) ? "1" : nil) : "2")
        isLong = random.oneIn(6)
        if random.oneIn(3) { file.functions = functions(0...1) }
        scope.variables = ["database"]
        scope.hasDatabase = true
        var documents = RulesFile.Block(template: "/databases/{database}/documents")
        documents.functions = functions(0...3)
        for _ in 0..<random.int(2...5) {
            let isGroup = file.version == "2" && random.oneIn(4)
            documents.blocks.append(
                block(random.pick(isGroup ? Self.templatesOfVersion2 : Self.templates), depth: 0))
        }
        file.blocks = [documents]
        return file
    }

    private mutating func block(_ template: String, depth: Int) -> RulesFile.Block {
        let outer = scope
        defer { scope = outer }
        var block = RulesFile.Block(template: template)
        let captures = template.split(separator: "/").filter { $0.hasPrefix("{") }
        scope.variables += captures.map { String($0.dropFirst().prefix { $0.isLetter }) }
        block.functions = functions(random.oneIn(3) ? 1...2 : 0...0)
        for _ in 0..<random.int(1...3) { block.allows.append(allow()) }
        if depth < 2, random.oneIn(4), !template.contains("**") || random.oneIn(4) {
            block.blocks = [self.block(random.pick(Self.innerTemplates), depth: depth + 1)]
        }
        return block
    }

    private mutating func allow() -> RulesFile.Allow {
        let methods = random.pick([
            ["read"], ["read"], ["write"], ["write"], ["get"], ["list"], ["create"], ["update"], ["delete"],
            ["read", "write"], ["create", "update"], ["get", "list"], ["update", "delete"],
        ])
        return RulesFile.Allow(methods: methods, condition: random.oneIn(20) ? nil : boolean(depth: 0))
    }

    /// Functions that may call those before them.
    private mutating func functions(_ count: ClosedRange<Int>) -> [RulesFile.Function] {
        var functions: [RulesFile.Function] = []
        for _ in 0..<random.int(count) {
            let function = function()
            functions.append(function)
            scope.functions.append((function.name, function.parameters.count))
        }
        return functions
    }

    private mutating func function() -> RulesFile.Function {
        let outer = scope
        defer { scope = outer }
        functionCount += 1
        let parameters = Array(["p", "q"].prefix(random.int(0...2)))
        scope.variables += parameters
        var variables: [RulesFile.Function.Variable] = []
        for name in ["v", "w"].prefix(random.pick([0, 0, 1, 2])) {
            variables.append(RulesFile.Function.Variable(name: name, value: anything(depth: 1)))
            scope.variables.append(name)
        }
        return RulesFile.Function(
            name: "f\(functionCount)", parameters: parameters, variables: variables,
            result: random.oneIn(5) ? anything(depth: 1) : boolean(depth: 1))
    }
}
