import HTTPTransport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Glibc
#endif

extension CertificateAuthorities {
    /// The file that this process's environment names. Libcurl itself reads no such variable; only its program does.
    static let ofEnvironment = file { name in getenv(name).map { String(cString: $0) } }
}
