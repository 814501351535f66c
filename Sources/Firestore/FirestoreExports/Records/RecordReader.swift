import NamedFiles

/// Reads the records of a file one by one, with one block of the file in memory.
package struct RecordReader: ~Copyable {
    /// Nil for bytes that are in memory already.
    private let file: NamedFile?
    private let name: String
    /// The bytes in memory that have not been read.
    private var rest: ArraySlice<UInt8> = []
    /// The maximum size of a record. The largest document needs less.
    private let maximumSize: Int
    private var block: [UInt8] = []
    /// The position of the block in the file.
    private var blockOffset = 0
    /// The number of bytes of the block that have been read.
    private var position = 0

    /// A record and its position in the file.
    package struct Record {
        package let bytes: [UInt8]
        let offset: Int
    }

    package init(_ path: String, maximumSize: Int = 64 << 20) throws(ExportProblem) {
        self.maximumSize = maximumSize
        name = path
        do throws(FileRefusal) { file = try NamedFile(path) } catch { throw ExportProblem(error) }
    }

    /// Reads bytes that came from a file of this name.
    package init(_ bytes: [UInt8], of name: String, maximumSize: Int = 64 << 20) {
        self.maximumSize = maximumSize
        self.name = name
        file = nil
        rest = bytes[...]
    }

    /// Reads the next record; nil at the end of the file.
    package mutating func next() throws(ExportProblem) -> Record? {
        guard let first = try nextFragment() else { return nil }
        var bytes = Array(block[first.bytes])
        switch first.kind {
        case .full: return Record(bytes: bytes, offset: first.offset)
        case .middle, .last: throw problem(first.offset, "it has no beginning")
        case .first: break
        }
        while let fragment = try nextFragment(), fragment.kind == .middle || fragment.kind == .last {
            bytes += block[fragment.bytes]
            if bytes.count > maximumSize {
                throw problem(first.offset, "it is larger than \(maximumSize >> 20) MB")
            }
            if fragment.kind == .last { return Record(bytes: bytes, offset: first.offset) }
        }
        throw problem(first.offset, "it has no end")
    }

    private struct Fragment {
        let kind: RecordFragment
        /// The place of its bytes in the block.
        let bytes: Range<Int>
        let offset: Int
    }

    private mutating func nextFragment() throws(ExportProblem) -> Fragment? {
        while true {
            let left = block.count - position
            if left == 0 || left < RecordFragment.headerSize && !isLastBlock {
                guard try readBlock() else { return nil }
            } else if block[position...].allSatisfy({ $0 == 0 }) {
                // Some writers fill their last block with zeros.
                position = block.count
            } else {
                return try fragment()
            }
        }
    }

    /// The fragment at the position.
    private mutating func fragment() throws(ExportProblem) -> Fragment {
        let offset = blockOffset + position
        let start = position + RecordFragment.headerSize
        guard start <= block.count else { throw problem(offset, "the file ends within it") }
        let length = number(at: position + 4, bytes: 2)
        guard let kind = RecordFragment(rawValue: block[start - 1]) else {
            throw problem(offset, "there is no type \(block[start - 1])")
        }
        guard length <= block.count - start else {
            throw problem(offset, isLastBlock ? "the file ends within it" : "it is longer than its block")
        }
        let bytes = start..<start + length
        guard kind.checksum(block[bytes]) == number(at: position, bytes: 4) else {
            throw problem(offset, "its checksum is wrong")
        }
        position = bytes.upperBound
        return Fragment(kind: kind, bytes: bytes, offset: offset)
    }

    /// The last block is shorter than the others, or empty.
    private var isLastBlock: Bool { block.count < RecordFragment.blockSize }

    private mutating func readBlock() throws(ExportProblem) -> Bool {
        blockOffset += block.count
        position = 0
        var piece = [UInt8](repeating: 0, count: RecordFragment.blockSize)
        block.removeAll(keepingCapacity: true)
        do throws(FileRefusal) {
            switch file {
            case let file?:
                while isLastBlock, let count = try file.read(into: &piece), count > 0 {
                    block += piece.prefix(count)
                    piece.removeLast(count)
                }
            case nil:
                block += rest.prefix(piece.count)
                rest.removeFirst(block.count)
            }
        } catch {
            throw ExportProblem(error)
        }
        return !block.isEmpty
    }

    /// A number of several bytes, the lowest first.
    private func number(at position: Int, bytes count: Int) -> Int {
        block[position..<position + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private func problem(_ offset: Int, _ reason: String) -> ExportProblem {
        ExportProblem(name, offset: offset, reason)
    }
}
