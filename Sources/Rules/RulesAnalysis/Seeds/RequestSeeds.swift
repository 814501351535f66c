import FirestoreModel
package import FirestoreRules
import RulesCore

/// Scenarios made from requests that were sent, such as those of suites.
package enum RequestSeeds {
    /// A scenario for each operation of a request, with the documents that rules look at for it.
    ///
    /// Of queries only those on one field after the other become scenarios, and verified documents do not.
    package static func scenarios(
        of request: RulesRequest, _ source: any RulesDataSource, by rules: [AnalysedRules]
    ) -> [Scenario] {
        request.operations.compactMap { AnalysedRequest($0, of: request, source) }
            .map { scenario(of: $0, source, by: rules) }
    }

    /// A request with the documents that rules look at for it.
    static func scenario(
        of request: AnalysedRequest, _ source: any RulesDataSource, by rules: [AnalysedRules]
    ) -> Scenario {
        var paths: [DocumentPath] = [request.document]
        for rules in rules {
            var decision = RulesDecision(request.rulesRequest, by: rules.plan, source: source)
            _ = decision.runWithData()
            for path in decision.documentsLookedAt where !paths.contains(path) { paths.append(path) }
        }
        let documents = paths.compactMap { path in source.document(path).map { (path, $0) } }
        var scenario = Scenario(World(documents), request)
        scenario.settle()
        return scenario
    }
}

extension AnalysedRequest {
    /// One operation as a request of its own; nil for one that has no such form.
    fileprivate init?(_ operation: RulesOperation, of request: RulesRequest, _ source: any RulesDataSource) {
        let user = request.auth.flatMap { AnalysedRequest.User($0) }
        if request.auth != nil, user == nil { return nil }
        switch operation {
        case .get(let path): self.init(.get, path, by: user, at: request.time)
        case .list(let list): self.init(list, by: user, at: request)
        case .write(let write):
            switch write.kind {
            case .verify: return nil
            case .delete: self.init(.delete, write.path, by: user, at: request.time)
            case .set:
                guard let data = write.knownFields ?? source.documentAfter(write.path) else { return nil }
                let method: RulesMethod = source.document(write.path) == nil ? .create : .update
                self.init(method, write.path, by: user, at: request.time, data: data)
            }
        }
    }

    private init?(_ list: ListOperation, by user: User?, at request: RulesRequest) {
        guard let id = list.collectionID, list.disjuncts.count == 1 else { return nil }
        let parent = list.parent?.segments ?? []
        guard let path = DocumentPath(segments: parent + [id, "d1"]) else { return nil }
        self.init(.list, path, by: user, at: request.time)
        query.limit = list.limit
        query.isGroup = list.allDescendants
        for filter in list.disjuncts[0] {
            guard case .field(let field, let operation, let value) = filter, field != .documentID() else {
                return nil
            }
            query.tests.append(Query.Test(field: field, operation: operation, value: value))
        }
    }
}

extension AnalysedRequest.User {
    fileprivate init?(_ auth: RulesAuth) {
        guard let uid = auth.uid, !uid.isEmpty, case .map(var claims)? = Value(.map(auth.token)) else {
            return nil
        }
        // They are made from the uid again.
        for name: FieldName in ["sub", "user_id"] { claims[name] = nil }
        self.init(uid: uid, claims: claims)
    }
}
