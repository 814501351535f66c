// The modules whose types are part of the public interface: Credentials and HTTPTransport.
// `import GoogleCredentials` is enough to name them.
@_exported public import ClientCore
@_exported public import HTTPTransport
