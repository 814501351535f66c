// Values and documents of Firestore are made of timestamps, exact texts and status codes: who imports the model need not know in
// which module these live.
@_exported public import CoreValues
