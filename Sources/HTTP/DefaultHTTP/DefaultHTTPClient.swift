package import HTTPTransport

#if URLSession
    import URLSessionHTTP
#elseif Curl && (os(Linux) || os(macOS))
    import CurlHTTP
#else
    #error("The clients need the package's trait URLSession here, or Curl on Linux and macOS.")
#endif

/// How a client sends that is given no transport.
package enum DefaultHTTPClient {
    /// Creates a client on libcurl, or on URLSession if the trait of that name asks for it.
    package static func make(
        _ configuration: HTTPClientConfiguration = HTTPClientConfiguration()
    ) -> any HTTPStreamingTransport {
        #if URLSession
            URLSessionClient(configuration: configuration)
        #elseif Curl && (os(Linux) || os(macOS))
            HTTPClient(configuration: configuration)
        #endif
    }
}
