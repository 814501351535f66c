import CCurl

/// The version of libcurl.
package enum CurlVersion {
    /// The version on this computer, such as `8.14.1`; nil if libcurl cannot be loaded. Loads it.
    package static var loaded: String? {
        guard CurlLibrary.problem == nil, let version = curl.pointee.version_info(ccurl_version_now) else {
            return nil
        }
        return version.pointee.version.map { String(cString: $0) }
    }
}
