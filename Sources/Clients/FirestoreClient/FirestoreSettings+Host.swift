import ClientCore

/// The server's address in the form of Firebase's SDK.
extension FirestoreSettings {
    /// Host and port of the server, such as `127.0.0.1:8080`. Without a port, 443 or 80 is used.
    ///
    /// An invalid address is reported by the client that uses the settings.
    public var host: String {
        get { endpoint.port == (isSSLEnabled ? 443 : 80) ? endpoint.host : endpoint.authority }
        set {
            let isSecure = isSSLEnabled
            let unread = HostAddress(host: newValue, port: isSecure ? 443 : 80, isSecure: isSecure)
            endpoint = FirestoreEndpoint(
                address: (try? HostAddress(authority: newValue[...], isSecure: isSecure)) ?? unread)
        }
    }

    /// True for https, the default.
    public var isSSLEnabled: Bool {
        get { endpoint.isSecure }
        set {
            let old = endpoint
            let hasUsualPort = old.port == (old.isSecure ? 443 : 80)
            let port = hasUsualPort ? (newValue ? 443 : 80) : old.port
            endpoint = FirestoreEndpoint(
                address: HostAddress(host: old.host, port: port, isSecure: newValue))
        }
    }
}
