import Glibc

/// What libFuzzer calls with each input. The name the program was started by says which target is under test
/// (`.build-fuzz/feed`, `.build-fuzz/cleaner` …: links to one program), so that `.build-fuzz/feed crash-1234` repeats a find.
///
/// Every target is a property that must hold for all bytes; a breach ends the program with one line that says which.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.check(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private let target: FuzzTarget = {
    let name = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""
    guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
        breach("no target is called '\(name)': \(FuzzTarget.all.map(\.name).joined(separator: ", "))")
    }
    return target
}()

/// One property of all inputs.
struct FuzzTarget: Sendable {
    /// The name of the program.
    let name: String
    /// Returns when the property holds of these bytes, does not return otherwise.
    let check: @Sendable ([UInt8]) -> Void

    static let all = [feed, cleaner, extractor, dates, opml, decoder, address, page]
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

/// Where two texts part, for the line that reports it.
func parting(_ one: some Collection<UInt8>, _ other: some Collection<UInt8>) -> String {
    let common = zip(one, other).prefix { $0 == $1 }.count
    func near(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: bytes.dropFirst(max(0, common - 40)).prefix(120), as: UTF8.self)
    }
    return "at byte \(common):\n  one:   \(near(one))\n  other: \(near(other))"
}
