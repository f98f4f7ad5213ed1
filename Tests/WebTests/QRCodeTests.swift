import Foundation
import Testing

@testable import Web

@Suite struct `QR codes` {
    /// Bytes that each version holds at level M (ISO/IEC 18004, table 7).
    private static let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]

    @Test func `a code is as small as level M allows, and square`() throws {
        for length in 1...213 {
            let version = try #require(Self.capacities.firstIndex { $0 >= length }) + 1
            // Digits would take less room in a mode of their own.
            let rows = try QRCode(String(repeating: "7", count: length)).rows
            #expect(rows.count == 17 + 4 * version && rows.allSatisfy { $0.count == rows.count }, "\(length)")
        }
    }

    /// An independent decoder, Debian's zbarimg, reads one text of each version, at its fullest and just begun.
    @Test(arguments: [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213])
    func `another program reads it`(length: Int) throws {
        let start = "http://192.168.1.5:8480/enter/"
        let text = String((start + String(repeating: "aZ09-_", count: 40)).prefix(length))
        let code = try QRCode(text)
        #expect(try decoded(code) == text)
    }

    @Test func `letters of other scripts are read too`() throws {
        let code = try QRCode("Zeitung für Łódź, 新聞")
        #expect(try decoded(code) == "Zeitung für Łódź, 新聞")
    }

    @Test func `what does not fit is no code`() {
        #expect(throws: QRCodeError.tooLong(byteCount: 214)) { try QRCode(String(repeating: "a", count: 214)) }
        #expect(throws: QRCodeError.tooLong(byteCount: 214)) { try QRCode(String(repeating: "ü", count: 107)) }
        #expect(throws: QRCodeError.notEncoded) { try QRCode("") }
    }

    private func decoded(_ code: QRCode) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "tidings-\(UUID().uuidString).pgm")
        defer { do { try FileManager.default.removeItem(at: file) } catch { print("left behind: \(file.path)") } }
        try Data(picture(code)).write(to: file)
        let reader = Process()
        reader.executableURL = URL(filePath: "/usr/bin/zbarimg")
        reader.arguments = ["--quiet", "--raw", "--oneshot", "-Sdisable", "-Sqrcode.enable", file.path]
        let pipe = Pipe()
        reader.standardOutput = pipe
        try reader.run()
        let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
        reader.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    /// Four points a module, with the quiet zone.
    private func picture(_ code: QRCode) -> [UInt8] {
        let side = (code.rows.count + 8) * 4
        var bytes = Array("P5 \(side) \(side) 255\n".utf8)
        for y in 0..<side {
            for x in 0..<side {
                let (row, column) = (y / 4 - 4, x / 4 - 4)
                let isDark =
                    code.rows.indices.contains(row) && code.rows.indices.contains(column) && code.rows[row][column]
                bytes.append(isDark ? 0 : 255)
            }
        }
        return bytes
    }
}
