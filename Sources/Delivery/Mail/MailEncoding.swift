import Foundation

/// The encodings of mails: header texts (RFC 2047), bodies (RFC 2045) and dates (RFC 5322).
enum MailEncoding {
    /// The bytes of text in an encoded word, which has at most 75 characters.
    private static let wordLength = 42
    /// The longest line of a body.
    private static let lineLength = 76

    /// Returns true for an address such as `mara@harbour.example`, in plain characters without quotes.
    static func isMailbox(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        let allowed = { (byte: UInt8) in (33...126).contains(byte) && !Array("<>()[],;:\\\"".utf8).contains(byte) }
        return parts.count == 2 && text.utf8.count <= 254 && text.utf8.allSatisfy(allowed) && !parts[0].isEmpty
            && parts[1].contains(".") && !parts[1].hasPrefix(".") && !parts[1].hasSuffix(".")
    }

    /// Returns the text of a header, as encoded words on folded lines unless it is short and plain.
    static func header(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { (32...126).contains($0) } && text.utf8.count <= 60 && !text.contains("=?")
        if isPlain { return text }
        var words: [String] = []
        var part = ""
        func finish() {
            if !part.isEmpty { words.append("=?utf-8?B?\(Data(part.utf8).base64EncodedString())?=") }
            part = ""
        }
        for scalar in text.unicodeScalars {
            // A character is never split between words (§5).
            if part.utf8.count + String(scalar).utf8.count > wordLength { finish() }
            part.unicodeScalars.append(scalar)
        }
        finish()
        return words.joined(separator: "\r\n ")
    }

    /// Returns a text in quoted-printable with CRLF line ends, each line at most 76 characters.
    static func quotedPrintable(_ text: String) -> String {
        let normalised = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return normalised.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { encodedLine(Array($0)) }.joined(separator: "\r\n")
    }

    private static func encodedLine(_ line: [UInt8]) -> String {
        var (lines, current) = ("", "")
        for (index, byte) in line.enumerated() {
            let isBlank = byte == 0x20 || byte == 0x09
            let isLiteral =
                ((33...126).contains(byte) && byte != UInt8(ascii: "=")) || (isBlank && index + 1 < line.count)
            let piece = isLiteral ? String(UnicodeScalar(byte)) : escapedByte(byte)
            if current.utf8.count + piece.utf8.count >= lineLength {
                lines += current + "=\r\n"
                current = ""
            }
            current += piece
        }
        return lines + current
    }

    private static func escapedByte(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF")
        return "=\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
    }

    /// Returns a date such as "Sun, 29 Nov 2026 19:30:00 +0000".
    static func date(_ date: Date) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, d MMM yyyy HH:mm:ss '+0000'"
        return formatter.string(from: date)
    }

    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
