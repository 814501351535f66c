// Ids are exact texts, and messages have timestamps: who imports this library need not know in which module these live.
@_exported public import CoreValues
