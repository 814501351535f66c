/// The certificate by which a client proves who it is, in files of the PEM format.
public struct ClientCertificate: Hashable, Sendable {
    /// The path of the certificate, with any that it depends on after it.
    public var certificateFile: String
    /// The path of its private key, without a password.
    public var keyFile: String

    /// Names the files. They are read for each new connection, so that others may keep them current.
    public init(certificateFile: String, keyFile: String) {
        self.certificateFile = certificateFile
        self.keyFile = keyFile
    }
}
