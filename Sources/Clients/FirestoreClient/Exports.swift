// The modules whose types are part of the client's public interface, such as Credentials, HTTPTransport and Timestamp.
// `import FirestoreClient` is enough to name them.
@_exported public import ClientCore
@_exported public import FirestoreModel
@_exported public import HTTPTransport
