import CCurl

/// The one-time set-up of libcurl for the process.
enum CurlLibrary {
    /// What `curl_global_init` answered. A lazy constant: the first use runs it, once, whatever the thread.
    static let initialisation: CURLcode = curl_global_init(ccurl_global_default)
}

extension CurlError {
    /// An error for a code without a handle's own words.
    init(_ code: CURLcode) {
        self.init(code: Int(code.rawValue), text: String(cString: curl_easy_strerror(code)))
    }
}
