// The modules whose types are part of the client's public interface: Credentials, HTTPTransport and StatusCode.
// `import PubSubClient` is enough to name them.
@_exported public import ClientCore
@_exported public import CoreValues
@_exported public import HTTPTransport
