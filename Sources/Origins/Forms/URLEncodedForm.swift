/// An encoder for `application/x-www-form-urlencoded` (WHATWG URL §5.2, after HTML §4.10.22.4).
enum URLEncodedForm {
    static let contentType = "application/x-www-form-urlencoded"

    static func body(_ fields: [(name: String, value: String)]) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in fields {
            if !body.isEmpty { body.append(UInt8(ascii: "&")) }
            append(name, to: &body)
            body.append(UInt8(ascii: "="))
            append(value, to: &body)
        }
        return body
    }

    private static func append(_ text: String, to body: inout [UInt8]) {
        var previous: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            // Every line break is sent as CRLF, whichever was typed.
            case 0x0A where previous == 0x0D: break
            case 0x0A, 0x0D: body += Array("%0D%0A".utf8)
            case 0x20: body.append(UInt8(ascii: "+"))
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2A, 0x2D, 0x2E, 0x5F: body.append(byte)
            default: body += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
            previous = byte
        }
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}
