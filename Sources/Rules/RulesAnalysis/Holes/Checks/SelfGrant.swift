import FirestoreModel
import FirestoreRules

/// A right that users can give themselves: they may write the document that a condition asks about.
///
/// It goes backwards from an allowed request. The document on which it depends gets another content, so that the request is denied, and
/// the same user is let write the content that was needed. If the rules allow that too, the right is for the taking.
struct SelfGrant {
    let subject: HoleSubject
    /// Statements for `create` and `update`, with requests that they allow.
    let writing: [HoleSubject]

    /// Two requests in a row.
    private struct Grant {
        var write: Scenario
        var writer: HoleSubject
        var after: Scenario
    }

    var hole: Hole? {
        for tied in subject.allowed.prefix(40) where tied.hasTarget {
            guard let user = tied.request.user, user.claims.isEmpty, let grant = grant(in: tied) else {
                continue
            }
            let plainer = Shrinker.smallest(
                tied.untied(where: isOfOne), limit: HoleSubject.patience, where: isOfOne)
            return hole(self.grant(in: plainer) ?? grant)
        }
        return nil
    }

    /// Whether a request is allowed to its user and not to any other one.
    private func isOfOne(_ scenario: Scenario) -> Bool {
        scenario.hasTarget && scenario.request.user?.claims.isEmpty == true && subject.isAllowed(scenario)
            && !scenario.byStranger(besides: subject.literals).isAllowed(by: subject.rules.plan)
    }

    /// At the statement for the write, which is the one to mend.
    private func hole(_ grant: Grant) -> Hole {
        let statement = grant.writer.statement.syntax
        return Hole(
            kind: .selfGrant, severity: .error,
            message:
                "users can give themselves rights: \(grant.write.sentence), and then \(grant.after.sentence)",
            range: statement.condition?.range ?? statement.range, request: subject.shown(grant.write),
            contrast: Hole.Contrast(
                title: "then, denied before it,", shown: subject.shown(grant.after)))
    }

    private func grant(in after: Scenario) -> Grant? {
        for document in after.world.documents {
            if let grant = grant(of: document, in: after) { return grant }
        }
        return nil
    }

    /// The write of a document without which a request is denied, by the user who makes the request.
    private func grant(of document: World.Entry, in after: Scenario) -> Grant? {
        for field in document.fields.names {
            for before in SelfGrant.weaker(document.fields, field, than: after.request.user?.uid ?? "") {
                guard let grant = grant(from: before, to: document, in: after) else {
                    continue
                }
                return grant
            }
        }
        return grant(from: nil, to: document, in: after)
    }

    /// The content with less in one field.
    private static func weaker(_ fields: MapValue, _ field: FieldName, than uid: String) -> [MapValue] {
        var values: [Value?] = [nil]
        switch fields[field] {
        case .string: values.append("zoe")
        case .boolean(let bool): values.append(.boolean(!bool))
        case .array(let elements): values.append(.array(elements.filter { $0 != .string(uid) }))
        case .map(var inner):
            inner[FieldName(uid)] = nil
            values.append(.map(inner))
        case .integer: values.append(0)
        default: break
        }
        return values.compactMap { value in
            if value == fields[field] { return nil }
            var copy = fields
            copy[field] = value
            return copy
        }
    }

    private func grant(
        from before: MapValue?, to document: World.Entry, in after: Scenario
    ) -> Grant? {
        let isOwnTarget = after.request.document == document.path
        // Who creates a document may do with it, and with what is below it, as they like.
        if before == nil, document.path.contains(after.request.document) { return nil }
        if isOwnTarget, after.request.method == .create { return nil }
        var world = after.world
        world[document.path] = before
        guard let uid = after.request.user?.uid, !SelfGrant.names(uid, in: world) else { return nil }
        // Without the content the request is denied.
        var denied = after
        denied.world = world
        if isOwnTarget, after.request.method == .update, before == nil { return nil }
        if denied.isAllowed(by: subject.rules.plan) { return nil }
        let method: RulesMethod = before == nil ? .create : .update
        for writer in writing where writer.method == method {
            let template = AccessTemplate(
                pattern: writer.statement.pattern, segments: writer.statement.segments)
            guard template.matches(document.path) else { continue }
            guard let write = write(before, document, by: writer, after), isFree(write, document) else {
                continue
            }
            let smallest = Shrinker.smallest(write, limit: HoleSubject.patience) {
                $0.request.user == write.request.user && $0.request.time == write.request.time
                    && $0.request.document == write.request.document && grants($0, by: writer, after)
            }
            return Grant(write: smallest, writer: writer, after: applying(smallest, to: after))
        }
        return nil
    }

    /// A write that a statement allows and that makes the later request allowed, perhaps with more fields as in a request that the statement
    /// allows anyway.
    private func write(
        _ before: MapValue?, _ document: World.Entry, by writer: HoleSubject, _ after: Scenario
    ) -> Scenario? {
        var write = after
        write.world[document.path] = before
        write.request = AnalysedRequest(
            writer.method, document.path, by: after.request.user, at: after.request.time,
            data: document.fields)
        if grants(write, by: writer, after) { return write }
        guard let uid = after.request.user?.uid else { return nil }
        for model in writer.allowed.prefix(30) {
            guard let own = model.request.user?.uid else { continue }
            let renamed = Renaming(own, uid).applied(to: model)
            var richer = write
            // The fields of the model, and what the right needs.
            richer.request.data = renamed.request.data
            for (name, value) in document.fields { richer.request.data[name] = value }
            if writer.method == .update {
                var stored = renamed.world[renamed.request.document] ?? [:]
                for name in document.fields.names { stored[name] = before?[name] }
                richer.world[document.path] = stored
            }
            for other in renamed.world.documents
            where other.path != renamed.request.document && richer.world[other.path] == nil {
                richer.world[other.path] = other.fields
            }
            if !SelfGrant.names(uid, in: richer.world), grants(richer, by: writer, after) { return richer }
        }
        return nil
    }

    /// Whether a write is allowed, and makes the later request allowed, which is denied before it.
    private func grants(_ write: Scenario, by writer: HoleSubject, _ after: Scenario) -> Bool {
        guard writer.isAllowed(write) else { return false }
        var before = after
        before.world = write.world
        let after = applying(write, to: after)
        return after.hasTarget && after.isAllowed(by: subject.rules.plan)
            && !before.isAllowed(by: subject.rules.plan)
    }

    /// The later request in the world that the write leaves.
    private func applying(_ write: Scenario, to after: Scenario) -> Scenario {
        var copy = after
        copy.world = write.world
        copy.world[write.request.document] = write.request.data
        if after.request.method == .update, after.request.document == write.request.document {
            copy.request.data = write.request.data
            for (name, value) in after.request.data where after.world[after.request.document]?[name] != value
            {
                copy.request.data[name] = value
            }
        }
        return copy
    }

    /// Whether the user chooses what is written: a profile that can only be made in one way gives a right to everybody alike.
    private func isFree(_ write: Scenario, _ document: World.Entry) -> Bool {
        guard write.request.method == .create, document.path.segments.count == 2,
            document.path.mentions(write.request.user?.uid ?? "")
        else { return true }
        return document.fields.names.contains { name in
            [Value.string("zoe"), .boolean(false), 7].contains { value in
                value != document.fields[name]
                    && write.writing(value, to: name).isAllowed(by: subject.rules.plan)
            }
        }
    }

    /// Whether a document names a user, who then was meant to have rights; the user's own profile may.
    private static func names(_ uid: String, in world: World) -> Bool {
        world.documents.contains { !$0.path.mentions(uid) && Value.map($0.fields).mentions(uid) }
    }
}

extension DocumentPath {
    /// Whether another document is this one, or below it.
    fileprivate func contains(_ other: DocumentPath) -> Bool {
        other.segments.count >= segments.count && Array(other.segments.prefix(segments.count)) == segments
    }
}
