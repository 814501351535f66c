import CCurl
import HTTPTransport

// C calls these during `curl_multi_socket_action` or `curl_easy_pause`, inside the driver, with the transfer as
// context. Each only turns pointers into Swift and back; the driver keeps the transfer alive until its handle
// has been removed.
extension Transfer {
    /// Makes `easy` call this transfer.
    func setCallbacks(of easy: EasyHandle) throws(CurlError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        let pointer = easy.pointer
        try easy.check(ccurl_easy_setopt_pointer(curl, pointer, CURLOPT_PRIVATE, context))
        try easy.check(
            ccurl_easy_set_begin(
                curl, pointer,
                { context, _, _, _, _ in
                    guard let transfer = Transfer.from(context) else { return CURL_PREREQFUNC_ABORT }
                    return transfer.begin() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                }, context))
        try easy.check(
            ccurl_easy_set_header(
                curl, pointer,
                { bytes, size, count, context in
                    guard let transfer = Transfer.from(context) else { return 0 }
                    return transfer.receiveHeader(Transfer.buffer(bytes, size * count)) ? size * count : 0
                }, context))
        try easy.check(
            ccurl_easy_set_write(
                curl, pointer,
                { bytes, size, count, context in
                    // Curl may call with nothing for an empty body; any answer but 0 would be a failure.
                    guard let transfer = Transfer.from(context), size * count > 0 else { return 0 }
                    switch transfer.receiveBody(Transfer.buffer(bytes, size * count)) {
                    case true?: return size * count
                    case false?: return 0
                    case nil: return ccurl_write_pause
                    }
                }, context))
        guard plan.request.shape == .withBody, !plan.hasSmallBody else { return }
        try easy.check(
            ccurl_easy_set_read(
                curl, pointer,
                { bytes, size, count, context in
                    guard let transfer = Transfer.from(context) else { return ccurl_read_abort }
                    return transfer.fill(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
                }, context))
        try easy.check(
            ccurl_easy_set_seek(
                curl, pointer,
                { context, offset, origin in
                    guard let transfer = Transfer.from(context), origin == ccurl_seek_start,
                        transfer.rewind(to: Int(offset))
                    else { return CURL_SEEKFUNC_FAIL }
                    return CURL_SEEKFUNC_OK
                }, context))
    }

    /// The transfer that a handle was prepared for.
    static func of(easy: OpaquePointer) -> Transfer? {
        var context: UnsafeMutableRawPointer?
        guard ccurl_easy_getinfo_pointer(curl, easy, CURLINFO_PRIVATE, &context) == CURLE_OK else {
            return nil
        }
        return from(context)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        context.map { Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func buffer(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int
    ) -> UnsafeBufferPointer<UInt8> {
        UnsafeRawBufferPointer(start: bytes, count: count).assumingMemoryBound(to: UInt8.self)
    }
}
