@_exported public import CoreValues
// The modules whose types are part of the emulator's public interface, such as EmulatorClock, Timestamp and
// HTTPStreamingTransport. `import RealtimeDatabaseEmulator` is enough to name them.
@_exported public import EmulatorAccess
@_exported public import HTTPTransport
