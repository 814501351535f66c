/// Puts the templates of nested match blocks together.
struct TemplateBuilder {
    private(set) var template: PathTemplate
    /// The templates one after the other, as they are written.
    private(set) var pattern = ""
    /// The segments of all templates, as they are written.
    private(set) var segments: [PathTemplateSyntax.Segment] = []
    private let version: RulesetSyntax.Version
    /// Where the segments of the innermost block begin.
    private var startOfBlock = 0

    init(version: RulesetSyntax.Version) {
        self.version = version
        template = PathTemplate(globNeedsSegment: version == .one)
    }

    /// Appends a block's own template.
    ///
    /// - Parameter define: Called with the name and the place of each capture.
    mutating func append(_ syntax: PathTemplateSyntax, define: (String, Int) -> Void) {
        if let glob = template.glob {
            // Below a glob version 1 matches nothing.
            if version == .one { template.canMatch = false }
            // In version 2 of Google's emulator, what is inside of the glob's own block begins right behind the glob.
            if glob >= startOfBlock { template.overlayTail() }
        }
        startOfBlock = template.segments.count
        segments += syntax.segments
        for segment in syntax.segments {
            switch segment {
            case .literal(let text):
                pattern += "/\(text)"
                template.append(literal: text)
            case .capture(let name):
                pattern += "/{\(name.name)}"
                define(name.name, template.appendCapture(isGlob: false))
            case .glob(let name):
                pattern += "/{\(name.name)=**}"
                define(name.name, template.appendCapture(isGlob: true))
            }
        }
    }
}
