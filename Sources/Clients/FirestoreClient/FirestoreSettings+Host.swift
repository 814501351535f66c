import ClientCore

/// The server's address as Firebase's SDK has it.
extension FirestoreSettings {
    /// Host and port of the server, such as `127.0.0.1:8080`. Without a port, 443 or 80 is used.
    ///
    /// A text that is not an address is reported by the client that uses the settings.
    public var host: String {
        get { endpoint.port == (isSSLEnabled ? 443 : 80) ? endpoint.host : endpoint.authority }
        set {
            let usualPort = isSSLEnabled ? 443 : 80
            let address = try? FirestoreEndpoint.emulator(newValue)
            endpoint = FirestoreEndpoint(
                host: address?.host ?? newValue, port: address?.port ?? usualPort, isSecure: isSSLEnabled)
        }
    }

    /// True for https, the default.
    public var isSSLEnabled: Bool {
        get { endpoint.isSecure }
        set {
            let old = endpoint
            let hasUsualPort = old.port == (old.isSecure ? 443 : 80)
            endpoint = FirestoreEndpoint(
                host: old.host, port: hasUsualPort ? (newValue ? 443 : 80) : old.port, isSecure: newValue)
        }
    }
}

extension FirestoreEndpoint {
    fileprivate init(host: String, port: Int, isSecure: Bool) {
        self = isSecure ? .secure(host: host, port: port) : .emulator(host: host, port: port)
    }
}
