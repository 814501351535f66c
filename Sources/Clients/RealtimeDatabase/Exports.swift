// The modules whose types are part of the client's public interface, such as Credentials and HTTPStreamingTransport.
// `import RealtimeDatabase` is enough to name them.
@_exported public import ClientCore
@_exported public import HTTPTransport
