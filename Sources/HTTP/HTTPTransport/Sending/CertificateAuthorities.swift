/// Certificate authorities that clients trust beside the system's, such as that of a company's proxy.
package enum CertificateAuthorities {
    /// The file for clients that are created in this task and its child tasks; nil to go by the environment.
    @TaskLocal package static var file: String?

    /// The file that an environment names, by the variables of curl's program and of OpenSSL.
    ///
    /// Sources: <https://curl.se/docs/sslcerts.html> and <https://docs.openssl.org/3.0/man3/SSL_CTX_load_verify_locations/>
    ///
    /// - Parameter variable: The value of a variable.
    package static func file(in variable: (_ name: String) -> String?) -> String? {
        ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].lazy.compactMap(variable).first { !$0.isEmpty }
    }
}
