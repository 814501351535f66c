import Dispatch
import Fuzzing

/// Gives a target what libFuzzer makes: `Fuzzer TARGET` and libFuzzer's own arguments. Scripts/fuzz builds and runs it.
///
/// Source: <https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library>.
@main enum Fuzzer {
    static func main() {
        var arguments = CommandLine.arguments
        // For -merge, libFuzzer starts the program again with its own arguments alone.
        if arguments.count > 1, !arguments[1].hasPrefix("-") {
            setenv(variable, arguments.remove(at: 1), 1)
        }
        guard target != nil else {
            print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
            return
        }
        var count = Int32(arguments.count)
        let texts = arguments.map { strdup($0) } + [nil]
        let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: texts.count)
        list.initialize(from: texts, count: texts.count)
        var pointer: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = list
        exit(runDriver(&count, &pointer) { bytes, count in Fuzzer.check(bytes, count) })
    }

    private static let variable = "FUZZ_TARGET"

    private static let target = getenv(variable).flatMap { name in
        FuzzTarget.all.first { $0.name == String(cString: name) }
    }

    private static func check(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        let done = DispatchSemaphore(value: 0)
        Task {
            do {
                try await target?.check(input)
            } catch {
                // The fuzzer keeps the input of a crash.
                fatalError("\(error)")
            }
            done.signal()
        }
        done.wait()
        return 0
    }
}

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ check: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
