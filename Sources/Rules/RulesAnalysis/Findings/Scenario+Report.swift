package import CoreValues
import FirestoreModel
import FirestoreRules
package import JSONText

extension Scenario: ReportedScenario {
    package static var storedTitle: String { "documents" }

    package var time: Timestamp { request.time }

    package var sentence: String { ScenarioSentence(self).text }

    package var stored: JSON { SuiteJSON.documents(world) }

    package var requester: JSON { SuiteJSON.user(request.user) }

    package var suiteOperation: [JSON.Member] { SuiteJSON.operation(self) }

    package var requestObject: JSON {
        var members = [
            JSON.Member("method", .string(request.method.rawValue)),
            JSON.Member(
                "path",
                .string(
                    request.method == .list
                        ? request.document.collection.description : request.document.description)),
            JSON.Member(
                "auth",
                request.user.map { user in
                    .object([
                        JSON.Member("uid", .string(user.uid)),
                        JSON.Member("token", SuiteJSON.fields(user.claims)),
                    ])
                } ?? .null),
            JSON.Member("time", .string(request.time.description)),
        ]
        if request.method == .create || request.method == .update {
            members.append(JSON.Member("data", SuiteJSON.fields(request.data)))
        }
        if request.method == .list, let query = suiteOperation.first, query.name == "query" {
            members.append(JSON.Member("query", query.value))
        }
        return .object(members)
    }
}
