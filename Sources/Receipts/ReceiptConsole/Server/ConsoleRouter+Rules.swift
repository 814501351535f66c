import FirestoreRules
import HTTPTransport
import HTTPTypes
import JSONText
import RealtimeDatabaseRules
import RulesCore

/// What the pages of rules ask about, besides what the emulators answer themselves.
extension ConsoleRouter {
    /// Answers a request about the rules of either database; nil if there is no such request.
    func answerAboutRules(
        _ request: HTTPRequest, _ path: Substring, _ target: String, _ body: [UInt8]
    ) async throws -> HTTPExchangeResponse? {
        let words = path.split(separator: "/").dropFirst(2)
        guard let store = words.first, words.count <= 2 else { return nil }
        let isFirestore = store == "firestore"
        guard isFirestore || store == "realtimeDatabase" else { return nil }
        let desk = isFirestore ? rules : databaseRules
        switch (words.dropFirst().first, request.method) {
        case (nil, .get):
            return try desk.answer(
                unless: request.headerFields[.ifNoneMatch], includesContent: target.hasSuffix("?content=true")
            )
        case ("names", .get):
            let reference = isFirestore ? LanguageReference.firestore : .realtimeDatabase
            return .json(reference.json)
        case ("check", .post):
            let content = try ConsoleJSON.read(Content.self, from: body).content
            return .json((isFirestore ? RulesCheck(firestore: content) : RulesCheck(database: content)).json)
        case ("file", .put):
            let saved = try ConsoleJSON.read(SavedContent.self, from: body)
            try desk.save(saved.content, over: saved.before)
            return try .json([String: String]())
        case ("difference", .post) where isFirestore: return try await difference(body)
        case (_, _): return nil
        }
    }

    private struct Content: Decodable {
        let content: String
    }

    private struct SavedContent: Decodable {
        let content: String
        /// What the file had when the page read it.
        let before: String
    }

    private struct Change: Decodable {
        let before: String
        let after: String
    }

    private func difference(_ body: [UInt8]) async throws -> HTTPExchangeResponse {
        let change = try ConsoleJSON.read(Change.self, from: body)
        var difference = RulesDifference(before: change.before, after: change.after)
        try await difference.search()
        return .json(difference.json)
    }
}

extension HTTPExchangeResponse {
    fileprivate static func json(_ json: JSON) -> HTTPExchangeResponse { .json(Array(json.compactText.utf8)) }
}
