import Foundation
import Testing

@testable import Feeds

/// Short cuts answer what the long way would.
@Suite struct FastPathTests {
    @Test func `usual dates mean what every other reader of dates makes of them`() {
        var random = SeededGenerator(seed: 7)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "Okt", "may"]
        let zones = ["GMT", "+0000", "-0800", "+0530", "+1200", "+1300", "+0060", "EST", "Z"]
        var read = 0
        for _ in 0..<4000 {
            let (year, day) = (Int.random(in: 1580...2100, using: &random), Int.random(in: 0...32, using: &random))
            let clock = [25, 61, 61].map { Int.random(in: 0...$0, using: &random) }
            let time = String(format: "%02d:%02d:%02d", clock[0], clock[1], clock[2])
            let month = Int.random(in: 0..<14, using: &random)
            let zone = zones[Int.random(in: 0..<9, using: &random)]
            let mail = String(format: "Wed, %02d \(months[month]) %04d ", day, year) + "\(time) \(zone)"
            let web = String(format: "%04d-%02d-%02dT", year, month, day) + time + (zone == "-0800" ? "-08:00" : "Z")
            for text in [mail, web] {
                let bytes = Array(text.utf8)
                bytes.withUnsafeBufferPointer { bytes in
                    guard let date = FastDateParser.parse(bytes) else { return }
                    read += 1
                    #expect(date == FeedDateParser.parseAny(bytes), "\(text)")
                }
            }
        }
        #expect(read > 2000)
    }

    @Test func `a field's shape is that of its bytes, one by one`() {
        var random = SeededGenerator(seed: 8)
        let alphabet: [UInt8] = Array("abcdefghijklmnopqrstuvwxyz   ".utf8) + Array("abcdefghijk".utf8)
        let rare: [UInt8] = [0x20, 0x3C, 0x26, 0x0A, 0x09, 0x01, 0x1F, 0x21, 0x80, 0xFF, 0x00]
        for length in 0..<80 {
            for _ in 0..<40 {
                var bytes = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? 0 }
                if length > 0, Bool.random(using: &random) {
                    bytes[Int.random(in: 0..<length, using: &random)] = rare.randomElement(using: &random) ?? 0
                }
                let line = bytes.withUnsafeBufferPointer { FieldScan(line: $0) }
                let text = bytes.withUnsafeBufferPointer { FieldScan(text: $0) }
                let isDouble = zip(bytes, bytes.dropFirst()).contains { $0 == 0x20 && $1 == 0x20 }
                let hasLineSpace = bytes.contains { $0 == 0x0A || $0 == 0x09 || $0 == 0x0D }
                let hasControls = bytes.contains { $0 < 0x20 && !$0.isSpace }
                #expect(line.hasExtraWhitespace == (isDouble || hasLineSpace))
                #expect(line.mayBeMarkup == bytes.contains { $0 == 0x3C || $0 == 0x26 })
                #expect(line.hasControlCharacters == hasControls && text.hasControlCharacters == hasControls)
                let hasNonASCII = bytes.contains { $0 >= 0x80 }
                #expect(line.hasNonASCII == hasNonASCII && text.hasNonASCII == hasNonASCII)
            }
        }
    }

    @Test func `the next byte is found wherever it stands`() {
        for length in 0..<40 {
            for place in 0..<length {
                var bytes = Array(repeating: UInt8(0x5B), count: length)
                bytes[place] = 0x5C
                if place + 1 < length { bytes[place + 1] = 0x5D }
                bytes.withUnsafeBufferPointer { bytes in
                    for start in 0...length {
                        #expect(bytes.next(0x5C, from: start) == (start <= place ? place : nil))
                    }
                }
            }
        }
    }

    @Test func `names of every length are told apart, and have an end`() {
        let names = XMLNameTable()
        var seen: [String: Int] = [:]
        func symbol(_ name: String) -> Int {
            Array(name.utf8).withUnsafeBufferPointer { names.symbol(for: $0) }
        }
        for length in 1...40 {
            for letter in "abc" {
                for place in 0..<length {
                    var name = Array(repeating: Character("x"), count: length)
                    name[place] = letter
                    seen[String(name)] = symbol(String(name))
                }
            }
        }
        #expect(Set(seen.values).count == seen.count)
        for (name, number) in seen {
            #expect(symbol(name) == number && String(decoding: names.writtenName(number), as: UTF8.self) == name)
        }
        #expect(symbol("dc:title") != symbol("DC:title") && names[symbol("DC:Title")].local == .title)
        for number in 0..<30_000 { _ = symbol("n\(number)") }
        #expect(symbol("n29999") == XMLNameTable.overflow && symbol("n5") != XMLNameTable.overflow)
        #expect(symbol(String(repeating: "long", count: 300)) == XMLNameTable.overflow)
        let matchesOverflow = Array("n29998".utf8).withUnsafeBufferPointer {
            names.matchesIgnoringCase(XMLNameTable.overflow, $0)
        }
        #expect(matchesOverflow)
    }

    @Test func `lines are counted wherever their ends stand`() {
        var random = SeededGenerator(seed: 9)
        for length in 0..<60 {
            let bytes = (0..<length).map { _ in [0x0A, 0x0B, 0x8A, 0x61].randomElement(using: &random) ?? 0 as UInt8 }
            bytes.withUnsafeBufferPointer { document in
                for at in [length / 3, length * 3 / 4, length] {
                    let location = ParserPosition()
                    location.begin(document)
                    location.at = at
                    #expect(location.line == bytes[..<at].count { $0 == 0x0A } + 1)
                    location.finish(at: at)
                    #expect(location.line == bytes[..<at].count { $0 == 0x0A } + 1)
                }
            }
        }
    }
}
