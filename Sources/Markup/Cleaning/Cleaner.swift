/// Makes `SafeHTML` of whatever a feed or a page contains (decision 11).
public struct Cleaner: Sendable {
    let base: WebAddress?

    /// `base` is the address that relative links and pictures are resolved against; without it they are dropped.
    public init(base: WebAddress? = nil) { self.base = base }

    /// Cleans `html`. Never fails: what is not understood is left out.
    public func clean(_ html: String) -> Cleaned {
        let text = PlainText.of(html: html)
        var out: [UInt8] = []
        var copy = text
        copy.withUTF8 { Escaping.append($0, to: &out, quotes: false) }
        return Cleaned(
            html: SafeHTML(trusted: String(decoding: out, as: UTF8.self)), text: text, pictures: [], complaints: [])
    }
}
