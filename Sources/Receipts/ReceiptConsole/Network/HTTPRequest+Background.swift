import HTTPTransport
import HTTPTypes

extension HTTPRequest {
    /// The request with a mark for the log of an emulator: a device looks again and again, which nobody has asked for.
    ///
    /// It goes with every request of a device; emulators pass over it for all but reads that the rules allow.
    var inBackground: HTTPRequest {
        var request = self
        request.headerFields[.rulesLog] = "background"
        return request
    }
}
