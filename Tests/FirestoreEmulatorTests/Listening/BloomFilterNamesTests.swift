import FirestoreModel
import FirestoreRPC
import JSONText
import Testing

@testable import FirestoreEmulator

@Suite("Filters of names")
struct BloomFilterNamesTests {
    private static let prefix = "projects/demo-tea/databases/(default)/documents/rooms/r1/messages/"

    @Test func `a filter has the bits of one recorded from production`() throws {
        let two = try #require(BloomFilter([Self.prefix + "m1", Self.prefix + "m2"], bits: 61, hashes: 13))
        #expect(two == BloomFilter(bitmap: Base64.decode("ofZK8QA4ABg=") ?? [], padding: 3, hashCount: 13))
        let one = try #require(BloomFilter([Self.prefix + "m1"], bits: 25, hashes: 12))
        #expect(one == BloomFilter(bitmap: Base64.decode("cBzHAQ==") ?? [], padding: 7, hashCount: 12))
    }

    @Test func `a filter holds all its names, and hardly any other`() throws {
        let names = (0..<500).map { DocumentName.make("c/m\($0)") }
        let filter = try #require(BloomFilter(names))
        #expect(names.allSatisfy { filter.mayContain($0.description) == true })
        let others = (500..<2500).count {
            filter.mayContain(DocumentName.make("c/m\($0)").description) == true
        }
        #expect(others < 5)
        #expect((0...7).contains(filter.padding))
    }

    @Test func `no names, or too many, give no filter`() {
        #expect(BloomFilter([DocumentName]()) == nil)
        let name = DocumentName.make("c/m")
        #expect(BloomFilter([DocumentName](repeating: name, count: BloomFilter.maximumNames + 1)) == nil)
        #expect(BloomFilter.none.mayContain("x") == nil)
    }
}
