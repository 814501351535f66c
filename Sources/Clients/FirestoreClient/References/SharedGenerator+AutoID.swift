import ClientCore

extension SharedGenerator {
    /// An id as Firebase's SDKs make them: 20 characters, drawn evenly from 62, about 119 bits.
    func autoID() -> String {
        withGenerator { generator in
            String(
                decoding: (0..<20).map { _ in
                    SharedGenerator.alphabet[
                        Int(generator.next(upperBound: UInt64(SharedGenerator.alphabet.count)))]
                }, as: UTF8.self)
        }
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
