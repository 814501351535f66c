import ClientCore

extension SharedGenerator {
    /// An id like those of Firebase's SDKs: 20 random characters out of 62, about 119 bits.
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
