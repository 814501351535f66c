import FirestoreModel
import FirestoreRules

/// An earlier request of a claim: its methods, and its path, in which variables of the claim stand for the same ids.
struct SequenceStep: Sendable {
    let methods: [RulesMethod]
    private let segments: [PathTemplateSyntax.Segment]

    /// - Throws: ``ClaimProblem`` for a step that does not have this form.
    init(_ text: String) throws(ClaimProblem) {
        let outline: MatchSyntax
        do throws(ClaimProblem) {
            outline = try ClaimRules.outline(of: text)
        } catch {
            throw ClaimProblem(member: "after", message: error.message)
        }
        segments = outline.template.segments
        for case .glob in segments {
            throw ClaimProblem(
                member: "after",
                message: "an earlier request is about one document, so its path cannot have {x=**}")
        }
        methods = outline.allows[0].methods.reduce(into: RulesMethodSet()) {
            $0.formUnion(RulesMethodSet(name: $1.name))
        }.all.filter { $0 != .get && $0 != .list }
        if methods.isEmpty || !segments.count.isMultiple(of: 2) {
            throw ClaimProblem(
                member: "after", message: "expected writes of a document, such as create /chats/{c}")
        }
    }

    /// The document, where variables have the ids of the claim's path, or one of their own.
    func document(_ ids: [String: ResourceID], _ random: inout SeededRandom) -> DocumentPath? {
        DocumentPath(
            segments: segments.map { segment in
                switch segment {
                case .literal(let text): ResourceID(text)
                case .capture(let name), .glob(let name):
                    ids[name.name] ?? ResourceID(random.oneIn(2) ? RulesVocabulary.users[0] : "d1")
                }
            })
    }
}
