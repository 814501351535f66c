// Keys of a Realtime Database are exact texts: who imports the model need not know in which module these live.
@_exported public import CoreValues
