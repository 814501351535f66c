/// Puts the templates of nested match blocks together.
struct TemplateBuilder {
    private(set) var template: PathTemplate
    /// The templates one after the other, as they are written.
    private(set) var pattern = ""
    private let version: RulesetSyntax.Version
    /// Where the segments of the innermost block begin.
    private var startOfBlock = 0

    init(version: RulesetSyntax.Version) {
        self.version = version
        template = PathTemplate(segments: [], captureCount: 0, globNeedsSegment: version == .one)
    }

    /// Appends a block's own template.
    ///
    /// - Parameter define: Called with the name and the place of each capture.
    mutating func append(_ syntax: PathTemplateSyntax, define: (String, Int) -> Void) {
        if let glob = template.segments.firstIndex(where: \.isGlob) {
            // Below a glob version 1 matches nothing.
            if version == .one { template.canMatch = false }
            // In version 2 Google's emulator lets what is inside of the glob's own block begin right behind the glob.
            if glob >= startOfBlock {
                let tail = template.segments[(glob + 1)...]
                if !tail.isEmpty { template.overlaid.append(Array(tail)) }
                template.segments.removeSubrange((glob + 1)...)
            }
        }
        startOfBlock = template.segments.count
        for segment in syntax.segments {
            switch segment {
            case .literal(let text):
                pattern += "/\(text)"
                template.segments.append(.literal(text))
            case .capture(let name):
                pattern += "/{\(name.name)}"
                define(name.name, template.captureCount)
                template.segments.append(.capture(template.captureCount))
                template.captureCount += 1
            case .glob(let name):
                pattern += "/{\(name.name)=**}"
                define(name.name, template.captureCount)
                template.segments.append(.glob(template.captureCount))
                template.captureCount += 1
            }
        }
    }
}
