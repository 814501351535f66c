import CCurl

/// Request header lines in curl's form, a `curl_slist`, which is freed with this value.
///
/// Curl does not copy the list, and reads it as long as the transfer runs.
struct HeaderList: ~Copyable {
    /// The first node; `nil` without lines.
    let first: UnsafeMutablePointer<curl_slist>?

    /// Copies lines into a list.
    ///
    /// - Parameter block: The lines, each closed by a NUL byte.
    /// - Throws: `CURLE_OUT_OF_MEMORY`.
    init(block: [UInt8]) throws(CurlError) {
        var list: UnsafeMutablePointer<curl_slist>?
        let isComplete = block.withUnsafeBytes { bytes in
            var lines = bytes.bindMemory(to: CChar.self)[...]
            while let end = lines.firstIndex(of: 0) {
                let line = UnsafeBufferPointer(rebasing: lines[...end])
                guard let longer = curl.pointee.slist_append(list, line.baseAddress) else { return false }
                list = longer
                lines = lines[(end + 1)...]
            }
            return true
        }
        first = list
        if !isComplete { throw CurlError(CURLE_OUT_OF_MEMORY) }
    }

    deinit { curl.pointee.slist_free_all(first) }
}
