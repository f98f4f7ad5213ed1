import Foundation
import Testing

@testable import Web

@Suite struct `QR codes` {
    /// The worked example of many textbooks for Reed–Solomon: "HELLO WORLD" in version 1-M.
    @Test func `error correction is the standard's`() {
        let words: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
        let rest = QRCodewords.remainder(of: words, by: QRCodewords.generatorPolynomial(10))
        #expect(rest == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
    }

    /// An independent decoder, Debian's zbarimg, reads one text of each version, at its fullest and just begun.
    @Test(arguments: [1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106, 107, 122, 123, 152, 153, 180, 181, 213])
    func `another program reads it`(length: Int) throws {
        let start = "http://192.168.1.5:8480/enter/"
        let text = String((start + String(repeating: "aZ09-_", count: 40)).prefix(length))
        let code = try #require(QRCode(text))
        #expect(try decoded(code) == text)
    }

    @Test func `letters of other scripts are read too`() throws {
        let code = try #require(QRCode("Zeitung für Łódź, 新聞"))
        #expect(try decoded(code) == "Zeitung für Łódź, 新聞")
    }

    @Test func `what does not fit is no code`() { #expect(QRCode(String(repeating: "a", count: 214)) == nil) }

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
