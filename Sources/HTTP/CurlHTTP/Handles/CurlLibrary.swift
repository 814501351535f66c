import CCurl

/// libcurl, which is loaded when it is first needed.
enum CurlLibrary {
    /// Why libcurl cannot be used; nil if it can. The first use of this lazy constant loads it and sets it up for the process, once, on
    /// any thread. The functions are called only after that.
    static let problem: CurlError? = {
        if let reason = loaded.reason {
            return CurlError(code: Int(CURLE_FAILED_INIT.rawValue), text: reason)
        }
        let code = curl.pointee.global_init(ccurl_global_default)
        // Exit handlers run in reverse order. OpenSSL has just registered its own.
        DriverThread.endAllAtExit()
        return code == CURLE_OK ? nil : CurlError(code)
    }()

    /// Whether curl writes to closed connections without a signal also through TLS: since 7.88, with its own sockets
    /// under OpenSSL.
    static let neverRaisesSIGPIPE: Bool = {
        guard problem == nil, let version = curl.pointee.version_info(ccurl_version_now) else { return false }
        return version.pointee.version_num >= 0x07_58_00
    }()

    // Never changes once it is loaded, and is never freed.
    fileprivate nonisolated(unsafe) static let loaded: (functions: ccurl, reason: String?) = {
        let functions = UnsafeMutablePointer<ccurl_functions>.allocate(capacity: 1)
        let reason = ccurl_load(functions).map { String(cString: $0) }
        return (UnsafePointer(functions), reason)
    }()
}

/// The functions of libcurl.
var curl: ccurl { CurlLibrary.loaded.functions }

extension CurlError {
    /// An error for a code, without a handle's own message.
    init(_ code: CURLcode) {
        let text = CurlLibrary.loaded.reason ?? curl.pointee.easy_strerror(code).map { String(cString: $0) }
        self.init(code: Int(code.rawValue), text: text ?? "")
    }
}
