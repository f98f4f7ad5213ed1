import Foundation
import Glibc
import Logging
import Synchronization

/// What libFuzzer calls itself when it is a library (compiler-rt, FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Fuzzes the server whole: its HTTP side through the real router, and what it takes from outside through the parts that
/// take it. The name that the program was started by says which target is under test, as in `Tests/Fuzz`.
@main enum ServerFuzz {
    static func main() {
        LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
        if CommandLine.arguments.dropFirst().first == "--seeds", let folder = CommandLine.arguments.dropFirst(2).first {
            return writeSeeds(into: folder)
        }
        // Made before the first case, whose time it would take.
        _ = ServerFuzz.target
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        exit(
            runDriver(&count, &arguments) { start, count in
                ServerFuzz.target.check(Array(UnsafeBufferPointer(start: start, count: count)))
                return 0
            })
    }

    /// Writes what a run begins with.
    private static func writeSeeds(into folder: String) {
        for (number, seed) in target.seeds().enumerated() {
            let file = "\(folder)/own-\(number)"
            guard FileManager.default.createFile(atPath: file, contents: Data(seed)) else {
                breach("\(file) cannot be written")
            }
        }
    }

    static let target: FuzzTarget = {
        let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
        guard let make = targets[name] else {
            breach("no target is called '\(name)': \(targets.keys.sorted().joined(separator: ", "))")
        }
        return make()
    }()

    private static let targets: [String: @Sendable () -> FuzzTarget] = [
        "http": { .http }, "origin": { .origin }, "picture": { .picture }, "subscriptions": { .subscriptions },
        "yaml": { .yaml }, "restore": { .restore }, "packs": { .packs }, "passkey": { .passkey },
    ]
}

/// One property of all inputs.
struct FuzzTarget: Sendable {
    /// What a run begins with, beside files of the repository.
    var seeds: @Sendable () -> [[UInt8]] = { [] }
    /// Returns when the property holds of these bytes, does not return otherwise.
    let check: @Sendable ([UInt8]) -> Void
}

/// Ends the program, so that libFuzzer keeps the input.
func breach(_ words: String) -> Never {
    let line = Array("\nBREACH: \(words)\n".utf8)
    write(2, line, line.count)
    abort()
}

/// Demands that something holds.
func demand(_ holds: Bool, _ words: @autoclosure () -> String) {
    if !holds { breach(words()) }
}

/// Where a task leaves what it came to.
private final class Box<Value: Sendable>: Sendable { let value = Mutex<Value?>(nil) }

/// Waits for asynchronous work: libFuzzer calls from a thread of its own, which no task runs on.
func wait<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    Task {
        let value = await work()
        box.value.withLock { $0 = value }
        done.signal()
    }
    done.wait()
    guard let value = box.value.withLock({ $0 }) else { breach("no value came") }
    return value
}

/// A folder of its own for one process, which goes with it.
func temporaryFolder(_ name: String) -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tidings-fuzz-\(name)-\(getpid())")
    do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch { breach("no temporary folder: \(error)") }
    return folder
}
