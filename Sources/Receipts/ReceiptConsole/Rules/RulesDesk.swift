import HTTPTransport
import HTTPTypes
import JSONText
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps the versions of an emulator's rules in this run, and knows their file.
final class RulesDesk: Sendable {
    private let file: RulesFile?
    private let now: @Sendable () -> Int64
    private let history = Mutex(RulesHistory())
    private let saving = Mutex(())

    /// - Parameters:
    ///   - file: The file that the rules came from; nil if unknown.
    ///   - now: The time in milliseconds since 1970.
    init(_ file: RulesFile?, now: @escaping @Sendable () -> Int64 = RulesDesk.systemTime) {
        self.file = file
        self.now = now
        if let file { history.withLock { $0.note(file.initial, at: now(), isPublished: false) } }
    }

    /// Notes rules that were read or published.
    func note(_ content: String, isPublished: Bool) {
        history.withLock { $0.note(content, at: now(), isPublished: isPublished) }
    }

    /// The file and the versions, for a page.
    ///
    /// - Parameters:
    ///   - tag: The tag of what the page already has.
    ///   - includesContent: Whether to include the texts of the versions.
    func answer(unless tag: String?, includesContent: Bool) throws -> HTTPExchangeResponse {
        let versions = history.withLock(\.versions)
        let content = file?.read()
        var hasher = Hasher()
        hasher.combine(content)
        hasher.combine(versions.last?.number)
        hasher.combine(versions.count)
        let current = "\"\(String(UInt(bitPattern: hasher.finalize()), radix: 36))\""
        if !includesContent, tag == current {
            return HTTPExchangeResponse(head: HTTPResponse(status: .notModified)).with(tag: current)
        }
        let view = file.map { file in
            FileView(
                name: file.name, isWritable: file.write != nil, content: content,
                isNewer: content.map { !$0.utf8.elementsEqual(file.initial.utf8) } ?? false)
        }
        let answer = Answer(file: view, versions: versions.map { VersionView($0, includesContent) })
        return try HTTPExchangeResponse.json(answer).with(tag: current)
    }

    /// Saves rules to the file.
    ///
    /// - Parameters:
    ///   - content: The rules.
    ///   - before: What the file had when the page read it.
    /// - Throws: ``ConsoleFailure`` if it has something else by now, or cannot be written.
    func save(_ content: String, over before: String) throws(ConsoleFailure) {
        guard let file, let write = file.write else {
            throw ConsoleFailure(.notFound, "the emulator was started without a rules file")
        }
        // Two pages may save at once.
        let failure = saving.withLock { _ -> ConsoleFailure? in
            guard let present = file.read(), present.utf8.elementsEqual(before.utf8) else {
                return ConsoleFailure(.conflict, "the file has changed in the meantime")
            }
            do {
                try write(content)
                return nil
            } catch {
                return ConsoleFailure(.internalServerError, "the file cannot be written: \(error)")
            }
        }
        if let failure { throw failure }
    }

    private struct FileView: Encodable, Sendable, Equatable {
        let name: String
        /// Whether rules can be saved to it.
        let isWritable: Bool
        /// Its content now; nil if it cannot be read.
        @Nullable var content: String?
        /// Whether it has changed since the emulator was started.
        let isNewer: Bool
    }

    private struct VersionView: Encodable {
        let number: Int
        /// In milliseconds since 1970.
        let time: Int64
        let isPublished: Bool
        let content: String?

        init(_ version: RulesHistory.Version, _ includesContent: Bool) {
            (number, time, isPublished) = (version.number, version.time, version.isPublished)
            content = includesContent ? version.content : nil
        }
    }

    private struct Answer: Encodable {
        @Nullable var file: FileView?
        let versions: [VersionView]
    }

    private static let systemTime: @Sendable () -> Int64 = {
        Int64((Date().timeIntervalSince1970 * 1000).rounded())
    }
}

extension RulesDesk {
    /// Notes the rules in a response of Firestore's emulator, or in a request that it has carried out.
    func note(firestore method: HTTPRequest.Method, request: [UInt8], response: HTTPExchangeResponse) {
        guard response.head.status == .ok else { return }
        let isPublished = method == .put
        let json = try? JSONParser.parse(isPublished ? request : response.body)
        guard let content = json?["rules"]?["files"]?.array?.first?["content"]?.string else { return }
        note(content, isPublished: isPublished)
    }

    /// The same for an emulator of the Realtime Database, where the rules are the whole body.
    func note(database method: HTTPRequest.Method, request: [UInt8], response: HTTPExchangeResponse) {
        guard response.head.status == .ok else { return }
        let isPublished = method == .put
        guard let content = String(validating: isPublished ? request : response.body, as: UTF8.self) else {
            return
        }
        note(content, isPublished: isPublished)
    }
}

extension HTTPExchangeResponse {
    /// The response with an entity tag.
    func with(tag: String) -> HTTPExchangeResponse {
        var response = self
        response.head.headerFields[.eTag] = tag
        return response
    }
}
