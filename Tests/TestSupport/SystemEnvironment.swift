import Foundation

/// What the tests take from the environment of their process.
public enum SystemEnvironment {
    /// The address of the emulator that server tests are to use; nil for the embedded one.
    public static var emulatorHost: String? {
        let address = ProcessInfo.processInfo.environment["FIRESTORE_EMULATOR_HOST"] ?? ""
        return address.isEmpty ? nil : address
    }
}
