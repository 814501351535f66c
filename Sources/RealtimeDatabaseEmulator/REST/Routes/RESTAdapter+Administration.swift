import FirestoreREST
import HTTPTransport
import HTTPTypes
import RealtimeDatabaseModel

/// What only an administrator does: rules, and databases as a whole.
extension RESTAdapter {
    /// Sets the rules of a database, or tells them as they were set.
    ///
    /// Source: https://firebase.google.com/docs/database/rest/app-management
    func rules(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        try context.checkAdministrator()
        let database = databases.database(context.namespace)
        switch context.method {
        case .get:
            return .json(.ok, Array((database.rules?.source ?? DatabaseRules.open).utf8))
        case .put:
            guard let source = String(validating: context.body, as: UTF8.self) else {
                throw .badRequest("The rules are not UTF-8.")
            }
            database.setRules(DatabaseRules(source))
            return context.layout.response { writer in
                writer.object { $0.member("status") { $0.string("ok") } }
            }
        case _: throw .methodNotAllowed
        }
    }

    /// Tells the names of all databases, or removes one with its rules.
    func allDatabases(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        try context.checkAdministrator()
        switch context.method {
        case .get:
            let databases = databases.all
            return context.layout.response { writer in
                writer.array(databases) { writer, database in
                    writer.object { $0.member("name") { $0.string(database.namespace) } }
                }
            }
        case .delete:
            databases.database(context.namespace).clear()
            return context.layout.response(.null)
        case _: throw .methodNotAllowed
        }
    }
}
