import Foundation
import TestSupport
import Testing

@testable import Feeds

@Suite struct DateTests {
    struct Line: CustomTestStringConvertible, Sendable {
        let written: String
        let expected: String
        var testDescription: String { written }
    }

    static let lines: [Line] = Fixture.all(in: ["dates"]).flatMap { fixture -> [Line] in
        // A missing fixture leaves no lines, which the count below notices.
        guard let bytes = try? fixture.bytes() else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().compactMap { line in
            guard let arrow = line.range(of: " => ") else { return nil }
            return Line(written: String(line[..<arrow.lowerBound]), expected: String(line[arrow.upperBound...]))
        }
    }

    @Test func `the date fixtures are there`() {
        #expect(Self.lines.count > 200)
    }

    @Test(.mission("BREAK-24"), arguments: lines) func `a date names the instant beside it, or none`(line: Line) {
        #expect(FeedDateParser.parse(line.written).map(ISO8601Writer.string) ?? "-" == line.expected)
    }

    @Test func `every day from 1900 to 2100 is written and read as itself`() {
        var date = Date(timeIntervalSince1970: -2_208_988_800)
        while date.timeIntervalSince1970 < 4_102_444_800 {
            let text = ISO8601Writer.string(date)
            #expect(FeedDateParser.parse(text) == date)
            date.addTimeInterval(86400 * 7 + 3601)
        }
    }

    @Test func `bytes of any kind are read without harm`() {
        var random = SeededGenerator(seed: 7)
        let alphabet = Array("0123456789-+:T ZGMTJanFebMon,./()W".utf8) + [0x00, 0xE2, 0x88, 0x92, 0xFF]
        for _ in 0..<5000 {
            let bytes = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                alphabet.randomElement(using: &random) ?? 0
            }
            let date = bytes.withUnsafeBufferPointer { FeedDateParser.parse($0) }
            if let date { #expect(abs(date.timeIntervalSince1970) < 300_000_000_000) }
        }
    }
}
