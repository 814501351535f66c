import NamedFiles
import PrintableText

extension ConnectionOptions {
    /// The largest file of certificates. That of Debian has 0.2 MB.
    private static let longestAuthorityFile = 16 * 1024 * 1024

    /// The file of `--ca-file`, checked.
    ///
    /// - Throws: ``CommandFailure`` if it cannot be read, or has no certificate.
    func checkedAuthorityFile() throws(CommandFailure) -> String? {
        guard let authorityFile else { return nil }
        let bytes: [UInt8]
        do throws(FileRefusal) {
            bytes = try NamedFile.contents(of: authorityFile, limit: Self.longestAuthorityFile)
        } catch {
            throw CommandFailure(.wrongUsage, error.description(kind: "certificate"))
        }
        guard bytes.contains("-----BEGIN CERTIFICATE-----".utf8) else {
            throw CommandFailure(
                .wrongUsage,
                "the certificate file \(authorityFile.printable(limit: 300)) has no certificate in PEM form "
                    + "(-----BEGIN CERTIFICATE-----)")
        }
        return authorityFile
    }
}
