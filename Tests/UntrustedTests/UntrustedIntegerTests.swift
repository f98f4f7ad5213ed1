import Foundation
import Testing
import Untrusted

@Suite struct UntrustedIntegerTests {
    private let all = Int64.min...Int64.max

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("+0", 0), ("+1", 1), ("-1", -1), ("007", 7),
            ("9223372036854775807", Int64.max), ("-9223372036854775808", Int64.min),
            (String(repeating: "0", count: 500) + "5", 5),
        ] as [(String, Int64)])
    func `digits after an optional sign are a number`(text: String, number: Int64) {
        #expect(UntrustedInteger(text)?.within(all) == number)
        #expect(UntrustedInteger(Array(text.utf8))?.within(all) == number)
    }

    @Test(arguments: ["", "+", "-", " 1", "1 ", "0x1", "1e9", "1.0", "٣", "１", "--1", "+-1", "1-", "inf", "1\0", "½"])
    func `anything else is none`(text: String) {
        #expect(UntrustedInteger(text) == nil)
        #expect(UntrustedInteger(digits: text) == nil)
    }

    @Test func `digits alone have no sign`() {
        #expect(UntrustedInteger(digits: "+1") == nil)
        #expect(UntrustedInteger(digits: "-1") == nil)
        #expect(UntrustedInteger(digits: "12")?.int(in: 0...20) == 12)
    }

    @Test(arguments: ["9223372036854775808", "18446744073709551616", String(repeating: "9", count: 10_000)])
    func `what is beyond the largest number is within nothing, and clamps to the upper end`(text: String) {
        let above = UntrustedInteger(text)
        #expect(above?.within(all) == nil)
        #expect(above?.clamped(to: all) == .max)
        #expect(above?.int(clampedTo: -3...7) == 7)
        let below = UntrustedInteger("-" + text + "0")
        #expect(below?.within(all) == nil)
        #expect(below?.clamped(to: all) == .min)
        #expect(below?.int(clampedTo: -3...7) == -3)
    }

    @Test func `other radixes have their digits and no prefix`() {
        #expect(UntrustedInteger("fF", radix: 16)?.within(all) == 255)
        #expect(UntrustedInteger("8", radix: 8) == nil)
        #expect(UntrustedInteger("zz", radix: 36)?.within(all) == 1295)
        #expect(UntrustedInteger("7777777777777777777777777", radix: 8)?.within(all) == nil)
    }

    @Test func `a number with a fraction gives its whole part, and one that is none nothing`() {
        #expect(UntrustedInteger(-1.9)?.within(all) == -1)
        #expect(UntrustedInteger(0x1p63)?.within(all) == nil)
        #expect(UntrustedInteger(0x1p63)?.clamped(to: all) == .max)
        #expect(UntrustedInteger((0x1p63).nextDown)?.within(all) == 9_223_372_036_854_774_784)
        #expect(UntrustedInteger(-0x1p63)?.within(all) == .min)
        #expect(UntrustedInteger(-Double.infinity)?.clamped(to: 0...9) == 0)
        #expect(UntrustedInteger(Double.nan) == nil)
    }

    @Test func `numbers of every width are taken`() {
        #expect(UntrustedInteger(UInt64.max).within(all) == nil)
        #expect(UntrustedInteger(UInt64.max).clamped(to: 0...5) == 5)
        #expect(UntrustedInteger(Int8(-1)).within(-1...0) == -1)
        #expect(UntrustedInteger(Int.min).int(in: 0...9) == nil)
    }

    @Test(arguments: ["0x1p3", "inf", "nan", "Infinity", " 1", "", "1,5", "١", "e", "--1"])
    func `a decimal is plain`(text: String) { #expect(UntrustedDecimal(text) == nil) }

    @Test func `a decimal is never infinite`() {
        #expect(UntrustedDecimal("1e999")?.within(0...1e300) == nil)
        #expect(UntrustedDecimal("-1e999")?.within(-1e300...0) == nil)
        #expect(UntrustedDecimal("1.5")?.within(0...10) == 1.5)
        #expect(UntrustedDecimal(Double.nan) == nil)
    }

    @Test func `every number saturates`() {
        #expect(Int(saturating: 1e300) == .max)
        #expect(Int(saturating: -1e300) == .min)
        #expect(Int64(saturating: .infinity) == .max)
        #expect(Int(saturating: .nan) == 0)
        #expect(UInt8(saturating: -1) == 0)
        #expect(UInt8(saturating: 255.9) == 255)
        #expect(Int(saturating: -2.7) == -2)
    }

    @Test func `instants of all years have a second`() {
        #expect(Date(timeIntervalSince1970: 1e300).wholeSeconds == 253_402_300_799)
        #expect(Date(timeIntervalSince1970: -.infinity).wholeSeconds == -62_135_596_800)
        #expect(Date(timeIntervalSince1970: -0.5).wholeSeconds == -1)
        #expect(Date(untrustedSeconds: UntrustedInteger(Int64.max)) == nil)
        #expect(Date(untrustedSeconds: UntrustedInteger(5)) == Date(timeIntervalSince1970: 5))
    }
}
