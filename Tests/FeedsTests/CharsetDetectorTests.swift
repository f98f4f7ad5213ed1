import Testing

@testable import Feeds

/// Bytes at the edges of what is guessed; whole documents are fixtures (`encodings/unlabelled-…`).
struct CharsetDetectorTests {
    /// Russian in windows-1251.
    private static let russian = "Рыбаки говорят, что никогда не видели столько лодок.".unicodeScalars.map {
        UInt8(truncatingIfNeeded: $0.value >= 0x410 ? $0.value - 0x350 : $0.value)
    }

    private func guess(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { CharsetDetector.charset(of: $0).name }
    }

    @Test(arguments: [[], [0], Array("Only words.".utf8), Array(repeating: 0, count: 64)] as [[UInt8]])
    func `nothing, zeros and plain words are windows-1252`(bytes: [UInt8]) {
        #expect(guess(bytes) == "windows-1252")
    }

    @Test func `zeros between words change nothing`() {
        #expect(guess(Self.russian) == "windows-1251")
        #expect(guess(Self.russian.map { $0 == 0x20 ? 0 : $0 }) == "windows-1251")
    }

    @Test func `a little Russian among much script is read as Russian, a few accents in English as Western`() {
        let script = Array(String(repeating: "let tide = harbour(barrier); ", count: 400).utf8)
        #expect(guess(Self.russian + script) == "windows-1251")
        let english =
            Array("The caf".utf8) + [0xE9] + Array(String(repeating: " of the harbour is open", count: 60).utf8)
        #expect(guess(english) == "windows-1252")
    }

    @Test func `what follows 64 kB is not asked`() {
        let spaces = [UInt8](repeating: 0x20, count: 65536 - Self.russian.count)
        #expect(guess(spaces + Self.russian) == "windows-1251")
        #expect(guess(spaces + spaces + Self.russian) == "windows-1252")
    }
}
