@testable import Feeds

extension FuzzTarget {
    /// The first byte chooses the label: decoding gives UTF-8 of bounded length.
    static let decoder = FuzzTarget(name: "decoder") { input in
        guard let first = input.first else { return }
        let label = labels[Int(first) % labels.count]
        let bytes = Array(input.dropFirst())
        let count = TextDecoder.decode(bytes, transport: label).text.count
        demand(count <= bytes.count * 6 + 16, "\(bytes.count) bytes of \(label ?? "?") became \(count)")
        guard let label, let charset = Charset.labelled(label), charset != .utf8 else { return }
        var transcoder = Transcoder(charset)
        let text = bytes.withUnsafeBufferPointer { transcoder.transcode($0) }
        demand(String(validating: text, as: UTF8.self) != nil, "\(charset.name) gave something that is not UTF-8")
    }

    private static let labels: [String?] = [
        nil, "utf-8", "utf-16", "utf-16be", "utf-32le", "utf-32be", "windows-1251", "windows-1252", "latin1", "koi8-r",
        "koi8-u", "gb18030", "gbk", "big5", "euc-jp", "iso-2022-jp", "shift_jis", "euc-kr", "ibm866", "macintosh",
        "iso-8859-8-i", "windows-874", "x-mac-cyrillic", "x-user-defined", "replacement", "no-such-label",
    ]
}
