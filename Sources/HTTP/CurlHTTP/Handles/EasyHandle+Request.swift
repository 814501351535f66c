import CCurl
import HTTPTransport

extension EasyHandle {
    /// Sets every option that a request needs on a handle that is new or was reset.
    ///
    /// - Parameters:
    ///   - plan: The request, checked.
    ///   - configuration: The client's limits and settings.
    ///   - headers: The header lines; the caller keeps them until the transfer has ended.
    func prepare(
        _ plan: RequestPlan, _ configuration: HTTPClientConfiguration, headers: borrowing HeaderList
    ) throws(CurlError) {
        try keepErrorText()
        try set(CURLOPT_URL, plan.request.url)
        try set(CURLOPT_PATH_AS_IS, 1)
        try setMethod(plan)
        try set(headers)
        // Empty means every coding that this curl can undo.
        try set(CURLOPT_ACCEPT_ENCODING, "")
        try setConnection(plan, configuration)
        try setSecurity(plan, configuration)
    }

    private func setMethod(_ plan: RequestPlan) throws(CurlError) {
        switch plan.request.shape {
        case .headOnly:
            try set(CURLOPT_NOBODY, 1)
        case .withoutBody:
            try set(CURLOPT_HTTPGET, 1)
            if plan.request.method != "GET" { try set(CURLOPT_CUSTOMREQUEST, plan.request.method) }
        case .withBody:
            // To curl, a body means POST; the method's name is set in addition. An empty body counts too: it makes
            // curl write `Content-Length: 0`.
            try set(CURLOPT_POST, 1)
            try set(CURLOPT_POSTFIELDSIZE_LARGE, offset: plan.request.body.count)
            // A copy, which goes out in one packet with the head. Otherwise curl asks for the body.
            if plan.hasSmallBody { try setCopied(plan.request.body) }
            if plan.request.method != "POST" { try set(CURLOPT_CUSTOMREQUEST, plan.request.method) }
        }
    }

    private func setConnection(
        _ plan: RequestPlan, _ configuration: HTTPClientConfiguration
    ) throws(CurlError) {
        try set(CURLOPT_CONNECTTIMEOUT_MS, configuration.connectTimeout.clampedMilliseconds)
        // A server that has moved is found again as soon as its name says where. By default, curl keeps addresses for a minute.
        try set(CURLOPT_DNS_CACHE_TIMEOUT, 1)
        // Curl must not use signals in a process with threads.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_TCP_NODELAY, 1)
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        try check(ccurl_easy_leave_lookups_behind(curl, pointer))
        // Curl sends the field, but goes by what the server answers.
        if plan.endsConnection { try set(CURLOPT_FORBID_REUSE, 1) }
        if plan.endpoint.scheme == .https {
            // Better to wait for a connection that is being made, and share it, than to open one each.
            try set(CURLOPT_PIPEWAIT, 1)
        }
        if plan.endpoint.isLoopback {
            // A proxy from the environment would look for the emulator on its own machine.
            try set(CURLOPT_PROXY, "")
        }
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setSecurity(
        _ plan: RequestPlan, _ configuration: HTTPClientConfiguration
    ) throws(CurlError) {
        // A server must not be able to send the client to a file or to another protocol.
        try check(ccurl_easy_allow_only_http(curl, pointer))
        try set(CURLOPT_FOLLOWLOCATION, 0)
        guard plan.endpoint.scheme == .https else { return }
        try set(CURLOPT_SSL_VERIFYPEER, 1)
        try set(CURLOPT_SSL_VERIFYHOST, 2)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let certificate = configuration.clientCertificate {
            try set(CURLOPT_SSLCERT, certificate.certificateFile)
            try set(CURLOPT_SSLKEY, certificate.keyFile)
        }
        if let file = configuration.certificateAuthorityFile {
            try set(CURLOPT_CAINFO, file)
            // Otherwise curl would also trust the system's directory.
            try set(CURLOPT_CAPATH, String?.none)
        } else if let file = configuration.additionalAuthorityFile ?? CertificateAuthorities.ofEnvironment {
            // The system's directory of authorities stays.
            try set(CURLOPT_CAINFO, file)
            // For proxies that are reached by TLS themselves, where this curl knows any.
            try? set(CURLOPT_PROXY_CAINFO, file)
        }
    }
}
