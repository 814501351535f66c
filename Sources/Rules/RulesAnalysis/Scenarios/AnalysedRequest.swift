package import CoreValues
package import FirestoreModel
package import FirestoreRules

/// A request on one document or one collection, as a value that can be changed and printed.
package struct AnalysedRequest: Sendable {
    /// The signed-in user.
    package struct User: Sendable, Equatable {
        package var uid: String
        /// The claims of the token beside `sub` and `user_id`, which are the uid.
        package var claims: MapValue = [:]

        package init(uid: String, claims: MapValue = [:]) {
            self.uid = uid
            self.claims = claims
        }
    }

    /// What a list asks for beside its collection.
    package struct Query: Sendable, Equatable {
        /// One test that all results pass.
        package struct Test: Sendable, Equatable {
            package var field: FieldPath
            package var operation: Filter.FieldOperator
            package var value: Value
        }

        package var limit: Int?
        package var tests: [Test] = []
        /// Whether it is for all collections with the id of the collection.
        package var isGroup = false
        /// Whether it asks for nothing but the request's document, by its name.
        package var isNamed = false
    }

    package var method: RulesMethod
    /// The document. A list is for the documents beside it.
    package var document: DocumentPath
    /// Nil if nobody is signed in.
    package var user: User?
    package var time: Timestamp
    /// The fields of the document after a create or an update.
    package var data: MapValue
    package var query = Query()

    package init(
        _ method: RulesMethod, _ document: DocumentPath, by user: User?, at time: Timestamp,
        data: MapValue = [:]
    ) {
        self.method = method
        self.document = document
        self.user = user
        self.time = time
        self.data = data
    }

    /// The database of all analysed requests.
    package static let database = DatabaseID(project: "demo-rules")
}

extension AnalysedRequest {
    /// The request as the engine takes it.
    var rulesRequest: RulesRequest { rulesRequest(user?.auth) }

    func rulesRequest(_ auth: RulesAuth?) -> RulesRequest {
        RulesRequest(
            auth: auth, time: time, database: AnalysedRequest.database, operations: [operation])
    }

    private var operation: RulesOperation {
        switch method {
        case .get: return .get(document)
        case .list:
            let collection = document.collection
            return .list(
                ListOperation(
                    parent: query.isGroup ? nil : collection.parent, collectionID: collection.id,
                    allDescendants: query.isGroup, limit: query.limit, disjuncts: [filters]))
        case .create:
            return .write(WriteOperation(path: document, kind: .set, exists: false, knownFields: data))
        case .update:
            return .write(WriteOperation(path: document, kind: .set, exists: true, knownFields: data))
        case .delete: return .write(WriteOperation(path: document, kind: .delete))
        }
    }
}

extension AnalysedRequest {
    /// The tests of a list, with the one on the name.
    var filters: [Filter] {
        let tests = query.tests.map { Filter.field($0.field, $0.operation, $0.value) }
        if !query.isNamed { return tests }
        return [.field(.documentID(), .equal, .reference(DocumentName(AnalysedRequest.database, document)))]
            + tests
    }
}

extension AnalysedRequest.User {
    /// The user as rules see them.
    var auth: RulesAuth {
        var token = claims
        token["sub"] = .string(uid)
        token["user_id"] = .string(uid)
        return RulesAuth(uid: uid, token: RuleMap(stored: token))
    }
}
