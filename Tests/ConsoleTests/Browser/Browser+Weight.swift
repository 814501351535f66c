import JSONText

extension Browser {
    /// What the shown page has loaded, in kilobytes: its files, each compressed with gzip by itself, without headers and answers of the console.
    func compressedWeight() async throws(WebDriverError) -> Double {
        let weight = try await executeAsync(
            """
            const [done] = arguments;
            (async () => {
              const names = performance.getEntriesByType("resource").map(({ name }) => name);
              const files = [...new Set(names)].filter((name) => /\\.(js|css|svg|png|woff2)$/.test(new URL(name).pathname));
              let bytes = 0;
              for (const name of [location.origin + "/", ...files]) {
                const { body } = await fetch(name);
                bytes += (await new Response(body.pipeThrough(new CompressionStream("gzip"))).arrayBuffer()).byteLength;
              }
              done(Math.round(bytes / 100) / 10);
            })();
            """)
        guard case .number(let digits) = weight, let kilobytes = Double(digits) else { return .infinity }
        return kilobytes
    }
}
