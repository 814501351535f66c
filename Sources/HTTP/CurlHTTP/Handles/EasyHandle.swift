import CCurl

/// A curl "easy" handle: the options of a transfer, and what curl knows about it afterwards.
///
/// It belongs to the ``TransferDriver``, which pools handles between transfers: creating one costs more than a small
/// request. Connections belong to the multi handle.
final class EasyHandle {
    /// The handle, as the multi handle wants it.
    let pointer: OpaquePointer
    /// Where curl writes its error message.
    private let errorBuffer: UnsafeMutablePointer<CChar>

    /// Creates a handle; `nil` when out of memory.
    init?() {
        guard let pointer = curl.pointee.easy_init() else { return nil }
        self.pointer = pointer
        errorBuffer = .allocate(capacity: ccurl_error_size)
        errorBuffer.initialize(repeating: 0, count: ccurl_error_size)
    }

    deinit {
        curl.pointee.easy_cleanup(pointer)
        errorBuffer.deallocate()
    }

    /// Clears every option, so that nothing of one request can reach the next.
    func reset() {
        curl.pointee.easy_reset(pointer)
        errorBuffer[0] = 0
    }

    /// Sets a number or a switch.
    func set(_ option: CURLoption, _ value: Int) throws(CurlError) {
        try check(ccurl_easy_setopt_long(curl, pointer, option, value))
    }

    /// Sets a size.
    func set(_ option: CURLoption, offset value: Int) throws(CurlError) {
        try check(ccurl_easy_setopt_offset(curl, pointer, option, curl_off_t(value)))
    }

    /// Sets a string, which curl copies; `nil` unsets it.
    func set(_ option: CURLoption, _ value: String?) throws(CurlError) {
        guard let value else { return try check(ccurl_easy_setopt_string(curl, pointer, option, nil)) }
        try check(value.withCString { ccurl_easy_setopt_string(curl, pointer, option, $0) })
    }

    /// Sets the header lines, which must outlive the transfer.
    func set(_ headers: borrowing HeaderList) throws(CurlError) {
        try check(ccurl_easy_setopt_list(curl, pointer, CURLOPT_HTTPHEADER, headers.first))
    }

    /// Sets the whole body, which curl copies. Its size must already be set.
    func setCopied(_ body: [UInt8]) throws(CurlError) {
        // Without a pointer, curl would read the body from standard input.
        if body.isEmpty { return try set(CURLOPT_COPYPOSTFIELDS, "") }
        let code = body.withUnsafeBytes { bytes in
            let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
            return ccurl_easy_setopt_string(curl, pointer, CURLOPT_COPYPOSTFIELDS, text)
        }
        try check(code)
    }

    /// Lets curl write its error message into this handle's buffer.
    func keepErrorText() throws(CurlError) {
        try check(ccurl_easy_setopt_pointer(curl, pointer, CURLOPT_ERRORBUFFER, errorBuffer))
    }

    /// Throws an error for any code other than success.
    func check(_ code: CURLcode) throws(CurlError) {
        if code != CURLE_OK { throw CurlError(code) }
    }

    /// The failure of the transfer that ended with `code`.
    func error(_ code: CURLcode) -> CurlError {
        var error = CurlError(code)
        if errorBuffer[0] != 0 {
            let text = String(cString: errorBuffer)
            error.text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        error.systemError = Int32(truncatingIfNeeded: number(CURLINFO_OS_ERRNO))
        return error
    }

    /// How many connections the transfer opened: 0 when it reused one.
    var connectionsOpened: Int { number(CURLINFO_NUM_CONNECTS) }

    /// Resumes a transfer that its write callback has paused; may call the callback immediately.
    func resume() {
        _ = curl.pointee.easy_pause(pointer, CURLPAUSE_CONT)
    }

    private func number(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_easy_getinfo_long(curl, pointer, info, &value) == CURLE_OK ? value : 0
    }
}
