import CCurl

/// The one-time set-up of libcurl for the process.
enum CurlLibrary {
    /// The result of `curl_global_init`. The first use of this lazy constant runs it, once, on any thread.
    static let initialisation: CURLcode = {
        let code = curl_global_init(ccurl_global_default)
        // Exit handlers run in reverse order. OpenSSL has just registered its own.
        DriverThread.endAllAtExit()
        return code
    }()

    /// Whether curl writes to closed connections without a signal also through TLS: since 7.88, with its own sockets
    /// under OpenSSL.
    static let neverRaisesSIGPIPE: Bool = {
        guard let version = curl_version_info(ccurl_version_now) else { return false }
        return version.pointee.version_num >= 0x07_58_00
    }()
}

extension CurlError {
    /// An error for a code, without a handle's own message.
    init(_ code: CURLcode) {
        self.init(code: Int(code.rawValue), text: String(cString: curl_easy_strerror(code)))
    }
}
