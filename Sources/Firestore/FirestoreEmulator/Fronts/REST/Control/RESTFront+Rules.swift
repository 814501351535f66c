import EmulatorAccess
import FirestoreModel
import FirestoreREST
import FirestoreRPC
import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText

/// Requests that only an emulator has: set and read a project's security rules, and clear a database.
extension RESTFront {
    func getRules(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        // Anyone may ask, but an invalid token is refused everywhere.
        _ = try context.identity()
        let rules = core.rules.rules(project: project)
        let tag = "\"\(rules?.tag ?? "open")\""
        if context.headers.value(.ifNoneMatch) == tag { return .notModified(tag) }
        return HTTPExchangeResponse.message { writer in
            writer.object { writer in
                writer.rules(rules?.files ?? [RESTFront.openRules])
                if let rules { writer.issues(CompilationReport(rules)) }
            }
        }.tagged(tag)
    }

    func setRules(_ project: String, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        let (files, ignoresErrors) = try WireDecoder.decode(context.body) { _, json throws(RPCStatus) in
            let reader = try MessageReader(json, "database", "rules", "ignoreErrors")
            var files: [ProjectRules.File] = []
            for element in try MessageReader(reader["rules"], "files").array("files") {
                let file = try MessageReader(element, "name", "content", "fingerprint")
                files.append(
                    ProjectRules.File(
                        name: try file.string("name"), content: try file.string("content") ?? ""))
            }
            return (files, try reader.boolean("ignoreErrors") ?? false)
        }
        _ = try context.identity()
        if files.isEmpty {
            throw .invalidArgument("rules.files holds no file: send {\"rules\":{\"files\":[...]}}.")
        }
        let rules = ProjectRules(files, coverage: core.coverage)
        let report = CompilationReport(rules)
        if rules.planned == nil, !ignoresErrors { throw .invalidArgument(report.message) }
        core.rules.set(rules, project: project)
        return .message { writer in writer.object { $0.issues(report) } }
    }

    /// The values of the expressions of a project's rules since they were set.
    ///
    /// `view=counts` is a short form without the source; with `since`, an earlier tag, only of expressions evaluated since.
    func getRuleCoverage(_ project: String, _ context: RequestContext) throws(RPCStatus)
        -> HTTPExchangeResponse
    {
        _ = try context.identity()
        let view = try context.target.value("view") ?? "full"
        let since = try context.target.value("since")
        let rules = core.rules.rules(project: project)
        let report = try rules?.coverageReport()
        let tag = CoverageTag(rules?.tag ?? "open", report?.version ?? 0)
        if context.headers.value(.ifNoneMatch) == tag.text { return .notModified(tag.text) }
        switch view {
        case "full":
            return HTTPExchangeResponse.message { writer in
                writer.object { writer in
                    writer.rules(rules?.files ?? [RESTFront.openRules])
                    if let report, !report.isEmpty { writer.member("report") { report.write(to: &$0.json) } }
                    writer.uncounted(report)
                }
            }.tagged(tag.text)
        case "counts":
            let start = since.flatMap { tag.version(sinceTag: $0) }
            return HTTPExchangeResponse.message(.compact) { writer in
                writer.object { writer in
                    writer.member("rules") { $0.string(tag.rules) }
                    if let report, let start {
                        writer.member("changes") { report.writeChanges(since: start, to: &$0.json) }
                    } else if let report {
                        writer.member("counts") { report.writeCounts(to: &$0.json) }
                    }
                    writer.uncounted(report)
                }
            }.tagged(tag.text)
        default: throw .invalidArgument("The parameter view must be full or counts.")
        }
    }

    /// The same as a page.
    func getRuleCoveragePage(_ project: String, _ context: RequestContext) throws(RPCStatus)
        -> HTTPExchangeResponse
    {
        _ = try context.identity()
        let rules = core.rules.rules(project: project) ?? ProjectRules([RESTFront.openRules])
        return .page(CoveragePage(rules.ruleset.source, try rules.coverageReport()).html)
    }

    /// Removes a database's documents with their past, or a document and everything below it.
    func clear(_ name: ResourceName, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        core.database(name.database).clear(below: name.segments)
        return .emptyMessage
    }

    /// Removes a collection's documents with their past, and everything below them.
    func clear(_ name: CollectionName, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        _ = try context.identity()
        core.database(name.database).clear(below: (name.parent?.segments ?? []) + [name.id])
        return .emptyMessage
    }

    /// The rules to return if none were set.
    private static let openRules = ProjectRules.File(
        name: "OPEN_RULES",
        content: """
            rules_version = '2';
            service cloud.firestore {
              match /databases/{database}/documents {
                match /{document=**} {
                  allow read, write: if true;
                }
              }
            }
            """)
}

extension WireEncoder {
    /// How many decisions a report leaves out, if any.
    fileprivate mutating func uncounted(_ report: CoverageReport?) {
        guard let report, report.uncounted > 0 else { return }
        member("uncountedDecisions") { $0.integer(report.uncounted) }
    }

    fileprivate mutating func rules(_ files: [ProjectRules.File]) {
        member("rules") { writer in
            writer.object { writer in
                writer.member("files") { writer in
                    writer.array(files) { writer, file in
                        writer.object { writer in
                            writer.member("content") { $0.string(file.content) }
                            if let name = file.name { writer.member("name") { $0.string(name) } }
                        }
                    }
                }
            }
        }
    }

    fileprivate mutating func issues(_ report: CompilationReport) {
        if report.issues.isEmpty { return }
        member("issues") { writer in
            writer.array(report.issues) { writer, issue in
                writer.object { writer in
                    writer.member("sourcePosition") { writer in
                        if let range = issue.range {
                            writer.json.position(range, file: report.file)
                        } else {
                            writer.object { writer in
                                if let file = report.file { writer.member("fileName") { $0.string(file) } }
                            }
                        }
                    }
                    writer.member("description") { $0.string(issue.message) }
                    writer.member("severity") { $0.string(issue.severity == .error ? "ERROR" : "WARNING") }
                }
            }
        }
    }
}
