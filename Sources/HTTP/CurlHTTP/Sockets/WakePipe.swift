import CCurl

/// A pipe that wakes a sleeping thread by becoming readable.
struct WakePipe: ~Copyable, Sendable {
    /// The end to watch.
    let reader: Int32
    private let writer: Int32

    /// Opens a pipe.
    init() throws(CurlError) {
        var ends: [Int32] = [-1, -1]
        guard ccurl_pipe(&ends) == 0 else {
            throw CurlError(code: Int(CURLE_FAILED_INIT.rawValue), text: "out of file descriptors")
        }
        reader = ends[0]
        writer = ends[1]
    }

    deinit {
        close(reader)
        close(writer)
    }

    /// Makes the reader's end readable. A full pipe is already readable.
    func wake() {
        var byte: UInt8 = 0
        write(writer, &byte, 1)
    }

    /// Makes it unreadable again.
    func drain() {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
            while read(reader, bytes.baseAddress, bytes.count) == bytes.count {}
        }
    }
}
