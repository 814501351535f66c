import HTTPTransport
import HTTPTypes

extension HTTPRequest {
    /// The request marked as background polling, for an emulator's log.
    ///
    /// Every request of a device has the mark; emulators honour it only for reads that the rules allow.
    var inBackground: HTTPRequest {
        var request = self
        request.headerFields[.rulesLog] = "background"
        return request
    }
}
