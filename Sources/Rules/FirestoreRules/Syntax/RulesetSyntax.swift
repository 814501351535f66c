/// A parsed rules file.
package struct RulesetSyntax: Sendable {
    /// The language that `rules_version` chooses.
    package enum Version: Sendable {
        /// No version line, or `'1'`.
        case one
        /// `'2'`
        case two
    }

    package var version: Version
    package var functions: [FunctionSyntax]
    package var services: [ServiceSyntax]

    package init(version: Version = .one, functions: [FunctionSyntax] = [], services: [ServiceSyntax] = []) {
        self.version = version
        self.functions = functions
        self.services = services
    }
}

/// A name in the source.
package struct Identifier: Hashable, Sendable {
    package var name: String
    package var range: SourceRange

    package init(_ name: String, at range: SourceRange) {
        self.name = name
        self.range = range
    }
}

/// `service cloud.firestore { … }`
package struct ServiceSyntax: Sendable {
    package var name: Identifier
    package var functions: [FunctionSyntax]
    package var matches: [MatchSyntax]

    package init(name: Identifier, functions: [FunctionSyntax], matches: [MatchSyntax]) {
        self.name = name
        self.functions = functions
        self.matches = matches
    }
}

/// `match /path/{capture} { … }`
package struct MatchSyntax: Sendable {
    package var template: PathTemplateSyntax
    package var functions: [FunctionSyntax]
    package var allows: [AllowSyntax]
    package var matches: [MatchSyntax]
    package var range: SourceRange

    package init(
        template: PathTemplateSyntax, functions: [FunctionSyntax], allows: [AllowSyntax],
        matches: [MatchSyntax], range: SourceRange
    ) {
        self.template = template
        self.functions = functions
        self.allows = allows
        self.matches = matches
        self.range = range
    }
}

/// The path of a match block.
package struct PathTemplateSyntax: Sendable {
    /// One segment.
    package enum Segment: Sendable {
        case literal(String)
        /// `{name}` or `{name=*}`
        case capture(Identifier)
        /// `{name=**}`
        case glob(Identifier)
    }

    package var segments: [Segment]
    package var range: SourceRange

    package init(segments: [Segment], range: SourceRange) {
        self.segments = segments
        self.range = range
    }
}

/// `allow read, update: if condition;`
package struct AllowSyntax: Sendable {
    package var methods: [Identifier]
    /// Nil for an allow without a condition, which always allows.
    package var condition: Expression?
    package var range: SourceRange

    package init(methods: [Identifier], condition: Expression?, range: SourceRange) {
        self.methods = methods
        self.condition = condition
        self.range = range
    }
}

/// `function name(parameters) { let x = …; return … }`
package struct FunctionSyntax: Sendable {
    package struct Binding: Sendable {
        package var name: Identifier
        package var value: Expression
        /// The word `let`.
        package var keyword: SourceRange

        package init(name: Identifier, value: Expression, keyword: SourceRange) {
            self.name = name
            self.value = value
            self.keyword = keyword
        }
    }

    package var name: Identifier
    package var parameters: [Identifier]
    package var bindings: [Binding]
    package var result: Expression
    package var range: SourceRange

    package init(
        name: Identifier, parameters: [Identifier], bindings: [Binding], result: Expression,
        range: SourceRange
    ) {
        self.name = name
        self.parameters = parameters
        self.bindings = bindings
        self.result = result
        self.range = range
    }
}
