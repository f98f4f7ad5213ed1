@testable import Feeds

extension FuzzTarget {
    /// The first byte chooses the label, the second how the rest is cut: decoding gives UTF-8 of bounded length, and
    /// where the encoding is known the cuts change nothing.
    static let decoder = FuzzTarget(name: "decoder") { input in
        guard input.count > 2 else { return }
        let label = labels[Int(input[0]) % labels.count]
        let bytes = Array(input.dropFirst(2))
        let whole = decoded([bytes], label)
        demand(whole.count <= bytes.count * 6 + 16, "\(bytes.count) bytes of \(label ?? "?") became \(whole.count)")
        guard let label, let charset = Charset.labelled(label), charset != .utf8 else { return }
        transcode(bytes, charset, piece: Int(input[1]) % 32 + 1)
    }

    private static let labels: [String?] = [
        nil, "utf-8", "utf-16", "utf-16be", "utf-32le", "utf-32be", "windows-1251", "windows-1252", "latin1", "koi8-r",
        "koi8-u", "gb18030", "gbk", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "ibm866", "macintosh",
        "iso-8859-8-i", "windows-874", "x-mac-cyrillic", "x-user-defined", "replacement", "no-such-label",
    ]

    private static func decoded(_ pieces: [[UInt8]], _ label: String?) -> [UInt8] {
        var decoder = TextDecoder(transport: label)
        var text: [UInt8] = []
        for (at, piece) in pieces.enumerated() {
            var piece = piece
            decoder.decode(&piece, into: &text, isLast: at == pieces.count - 1)
        }
        return text
    }

    /// With a known encoding, whole and in pieces of one size.
    private static func transcode(_ bytes: [UInt8], _ charset: Charset, piece size: Int) {
        var one = Transcoder(charset)
        var whole: [UInt8] = []
        bytes.withUnsafeBufferPointer { one.transcode($0, into: &whole, isLast: true) }
        demand(String(validating: whole, as: UTF8.self) != nil, "\(charset.name) gave something that is not UTF-8")
        var other = Transcoder(charset)
        var pushed: [UInt8] = []
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            while start < bytes.count {
                let end = min(bytes.count, start + size)
                let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
                other.transcode(part, into: &pushed, isLast: end == bytes.count)
                start = end
            }
        }
        demand(whole == pushed, "\(charset.name) in pieces of \(size) reads otherwise, " + parting(whole, pushed))
    }
}
