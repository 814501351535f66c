// Ids and timestamps are part of this library's API, so importing it also imports their module.
@_exported public import CoreValues
