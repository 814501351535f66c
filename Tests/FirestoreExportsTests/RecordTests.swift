import Foundation
import TestSupport
import Testing

@testable import FirestoreExports

@Suite("Records of an export's files")
struct RecordTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path(in: "@output-0")
    }

    private func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(filePath: path)) }

    private func records() throws -> [RecordReader.Record] {
        var reader = try RecordReader(path)
        var records: [RecordReader.Record] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    private func problem() throws -> String? {
        do {
            _ = try records()
            return nil
        } catch let problem as ExportProblem {
            #expect(problem.path == path)
            return String(problem.description.dropFirst(path.count))
        }
    }

    private static func file(_ records: [[UInt8]]) -> [UInt8] {
        var writer = RecordWriter()
        return records.flatMap { writer.bytes(of: $0) }
    }

    @Test func `the checksum is that of the standard's examples`() {
        // Source: <https://www.rfc-editor.org/rfc/rfc3720#appendix-B.4>.
        let examples: [([UInt8], UInt32)] = [
            (Array(repeating: 0, count: 32), 0x8A91_36AA), (Array(repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E), ((0..<32).reversed(), 0x113F_DB5C),
        ]
        for (bytes, expected) in examples {
            var checksum = CRC32C()
            for byte in bytes { checksum.add([byte]) }
            #expect(checksum.value == expected)
        }
    }

    @Test func `a record has the bytes of the format`() {
        var checksum = CRC32C()
        checksum.add([1, 0x61, 0x62])
        let masked = withUnsafeBytes(of: checksum.masked.littleEndian) { Array($0) }
        #expect(Self.file([[0x61, 0x62]]) == masked + [2, 0, 1, 0x61, 0x62])
    }

    /// Sizes of a first record at which the second begins near the end of a block.
    private static let edges = (-9...2).map { RecordFragment.blockSize - RecordFragment.headerSize + $0 }

    @Test(arguments: [0, 1, 100, 32_768, 70_000] + edges)
    func `records of any size are read as they were written`(size: Int) throws {
        var random = SeededGenerator(seed: UInt64(size))
        let written = [size, 0, 3, 65_600, 1].map { random.bytes($0...$0) }
        try write(Self.file(written))
        #expect(try records().map(\.bytes) == written)
        #expect(try records().first?.offset == 0)
    }

    @Test(arguments: SeededGenerator.seeds(10))
    func `random records are read as they were written`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let written = random.list(0...40) { $0.bytes(0...($0.oneIn(5) ? 40_000 : 500)) }
        let padding = [UInt8](repeating: 0, count: random.pick([0, 5, 7, 40_000]))
        try write(Self.file(written) + padding)
        #expect(try records().map(\.bytes) == written)
    }

    @Test func `each damage of a file is reported with its place`() throws {
        let first = Self.file([[1, 2, 3]])
        func damaged(_ change: (inout [UInt8]) -> Void) throws -> String? {
            var bytes = Self.file([[1, 2, 3], Array(repeating: 7, count: 40_000)])
            change(&bytes)
            try write(bytes)
            return try problem()
        }
        #expect(try damaged { _ in } == nil)
        #expect(try damaged { $0[0] ^= 1 } == ": record at byte 0: its checksum is wrong")
        #expect(try damaged { $0[9] ^= 1 } == ": record at byte 0: its checksum is wrong")
        #expect(try damaged { $0[30_000] ^= 1 } == ": record at byte 10: its checksum is wrong")
        #expect(try damaged { $0[6] = 9 } == ": record at byte 0: there is no type 9")
        #expect(try damaged { $0[5] = 0xFF } == ": record at byte 0: it is longer than its block")
        #expect(try damaged { $0.removeLast() } == ": record at byte 32768: the file ends within it")
        #expect(try damaged { $0 = Array($0.prefix(32_768)) } == ": record at byte 10: it has no end")
        #expect(try damaged { $0 = Array($0.prefix(14)) } == ": record at byte 10: the file ends within it")
        #expect(try damaged { $0 = Array($0.dropFirst(32_768)) } == ": record at byte 0: it has no beginning")
        #expect(try damaged { $0 = Array($0.prefix(32_768)) + first } == ": record at byte 10: it has no end")
    }

    @Test func `a record that never ends does not fill the memory`() throws {
        let part = [UInt8](repeating: 1, count: RecordFragment.blockSize - RecordFragment.headerSize)
        func block(_ kind: RecordFragment) -> [UInt8] {
            withUnsafeBytes(of: kind.checksum(part).littleEndian) { Array($0) }
                + [UInt8(part.count & 0xFF), UInt8(part.count >> 8), kind.rawValue] + part
        }
        try write(block(.first) + Array(repeatElement(block(.middle), count: 40).joined()))
        #expect(try problem() == ": record at byte 0: it has no end")
        var reader = try RecordReader(path, maximumSize: 1 << 20)
        let problem = try #require(throws: ExportProblem.self) { try reader.next() }
        #expect(problem.description == "\(path): record at byte 0: it is larger than 1 MB")
    }

    @Test(arguments: SeededGenerator.seeds(20))
    func `a file with random damage is read to its end or refused`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let written = random.list(1...10) { $0.bytes(0...20_000) }
        var bytes = Self.file(written)
        for _ in 0..<random.int(1...3) {
            bytes[random.int(0...bytes.count - 1)] ^= UInt8(random.int(1...255))
        }
        if random.oneIn(3) { bytes.removeLast(random.int(1...bytes.count)) }
        try write(bytes)
        // Every byte of a record is in its checksum, or decides where it is.
        if try problem() == nil { #expect(written.starts(with: try records().map(\.bytes))) }
    }

    @Test func `a missing file, a folder and an empty file are what they are`() throws {
        #expect(try problem() == ": cannot read it: there is no such file")
        try write([])
        #expect(try records().isEmpty)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(try problem() == ": cannot read it: it is a folder")
    }
}
