import EmulatorAccess
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseModel
import RealtimeDatabaseRules
import RulesCore

/// Requests for administrators only: rules, and whole databases.
extension RESTAdapter {
    /// Sets the rules of a database, or returns them.
    ///
    /// Source: https://firebase.google.com/docs/database/rest/app-management
    func rules(_ context: RequestContext) throws(RESTFailure) -> HTTPExchangeResponse {
        try context.checkAdministrator()
        let database = databases.database(context.namespace)
        switch context.method {
        case .get:
            let rules = database.rules
            let isStrict = context.target["format"] == "strict"
            let tag = "\"\(rules.tag)\(isStrict ? "-strict" : "")\""
            if context.headers.value(.ifNoneMatch) == tag { return .notModified(tag) }
            let strict = isStrict ? rules?.strictJSON : nil
            return HTTPExchangeResponse.json(.ok, strict ?? Array((rules?.source ?? openRules).utf8))
                .tagged(tag)
        case .put:
            guard let source = String(validating: context.body, as: UTF8.self) else {
                throw .badRequest("The rules are not UTF-8.")
            }
            do throws(RulesRefusal) {
                database.setRules(try DatabaseRules(source))
            } catch {
                throw .badRequest(error.wireText)
            }
            return context.layout.response { writer in
                writer.object { $0.member("status") { $0.string("ok") } }
            }
        case _: throw .methodNotAllowed
        }
    }

    /// The rules to return if none were set.
    var openRules: String {
        """
        {
          "rules": {
            ".read": true,
            ".write": true
          }
        }
        """
    }

    /// Returns the names of all databases, or removes one with its rules.
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
