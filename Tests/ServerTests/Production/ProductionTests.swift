import FirestoreEmulator
import Foundation
import HTTPTransport
import HTTPTypes
import TestSupport
import Testing

/// Asks what Documentation/Production.md says, row by row: each answer is the one on the page.
@Suite("Production")
struct ProductionTests {
    static let rows = (try? ProductionRow.all()) ?? []

    @Test func `the page has a source and answers for each of at least 80 rows, all of them tested`() throws {
        let page = try ProductionRow.page()
        #expect(page.count >= 80)
        #expect(Set(page.map(\.id)).count == page.count)
        #expect(page.allSatisfy { !$0.source.isEmpty && !$0.google.isEmpty })
        let tests = try ProductionRow.sourcesOfTests()
        for row in page where !Self.rows.contains(where: { $0.id == row.id }) {
            #expect(tests.contains("`\(row.id)`"), "no test names \(row.id)")
        }
        #expect(Set(Self.rows.map(\.id)).isSubset(of: page.map(\.id)))
    }

    @Test(arguments: rows)
    func `the emulator answers as the page says`(row: ProductionRow) async throws {
        #expect(try await row.answer(of: TestServer(embedded: EmulatorConfiguration())) == row.usual)
    }

    @Test(arguments: rows)
    func `like production, it answers as the page says`(row: ProductionRow) async throws {
        var configuration = EmulatorConfiguration()
        configuration.profile = .production
        #expect(try await row.answer(of: TestServer(embedded: configuration)) == row.production)
    }

    @Test(.enabled(if: SystemEnvironment.emulatorHost != nil), arguments: rows)
    func `Google's emulator answers as the page says`(row: ProductionRow) async throws {
        if row.google == "no answer" { return }
        #expect(try await row.answer(of: TestServer()) == row.google)
    }
}
