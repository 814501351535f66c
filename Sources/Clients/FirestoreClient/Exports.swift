// Credentials and RetryPolicy, Timestamp, GeoPoint, FieldPath and StatusCode belong to the client's interface: who
// imports it shall not need to know in which module they live.
@_exported public import ClientCore
@_exported public import FirestoreModel
