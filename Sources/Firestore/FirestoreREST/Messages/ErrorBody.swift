package import FirestoreModel
import JSONText

/// The body of an error: `{"error": {"code": 404, "message": "...", "status": "NOT_FOUND"}}`.
package enum ErrorBody {
    /// The body as Google's emulator writes it: on one line, every `/` in the message escaped.
    package static func encode(_ status: RPCStatus) -> [UInt8] {
        var writer = JSONWriter(.compact)
        writer.object { writer in
            writer.member("error") { writer in
                writer.object { writer in
                    writer.member("code") { $0.integer(status.code.httpStatus) }
                    if let message = status.message {
                        writer.member("message") { $0.stringEscapingSlashes(message) }
                    }
                    writer.member("status") { $0.string(status.code.name) }
                }
            }
        }
        return writer.bytes
    }

    /// Reads an error; production wraps those of streaming methods in an array.
    ///
    /// - Returns: nil when the body is not such an error, for example because another server has answered.
    package static func decode(_ body: [UInt8], httpStatus: Int) -> RPCStatus? {
        guard let json = try? JSONParser.parse(body) else { return nil }
        let first = json.array?.first ?? json
        guard let error = first["error"], case .object = error else { return nil }
        let code =
            error["status"]?.string.flatMap(StatusCode.init(name:)) ?? StatusCode(httpStatus: httpStatus)
        return RPCStatus(code, error["message"]?.string)
    }
}
