import FirestoreModel
import FirestoreRPC
import HTTPTransport

/// Requests that only an emulator has.
extension RESTFront {
    func control(_ route: ControlRoute, _ context: RequestContext) throws(RPCStatus) -> HTTPExchangeResponse {
        switch route {
        case .health: .text("Ok\n")
        case .getRules(let project): try getRules(project, context)
        case .setRules(let project): try setRules(project, context)
        case .getRuleCoverage(let project): try getRuleCoverage(project, context)
        case .getRuleCoveragePage(let project): try getRuleCoveragePage(project, context)
        case .explain(let project): try explain(project, context)
        case .getRequests(let project): try getRequests(project, context)
        case .getCalls(let project): try getCalls(project, context)
        case .replay(let project): try replay(project, context)
        case .decide(let project): try decide(project, context)
        case .getCommits(let database): try getCommits(database, context)
        case .getVersions(let document): try getVersions(document, context)
        case .getRequiredIndex(let project): try getRequiredIndex(project, context)
        case .clearDatabase(let name), .clearDocument(let name):
            try clear(ResourceName(wire: name, as: .parent), context)
        case .clearCollection(let name): try clear(CollectionName(wire: name, as: .parent), context)
        case .exportDocuments: try exportDocuments(context)
        case .importDocuments: try importDocuments(context)
        case .getMemory: try getMemory(context)
        case .getClock: try getClock(context)
        case .setClock: try setClock(context)
        case .getListening: try getListening(context)
        case .setListening: try setListening(context)
        case .getFaults: try getFaults(context)
        case .setFaults: try setFaults(context)
        case .clearFaults: try clearFaults(context)
        case .reset: reset()
        }
    }
}
