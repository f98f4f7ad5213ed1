/// Makes `SafeHTML` of whatever a feed or a page contains (decision 11).
///
/// What stays is on a list: elements, attributes and address schemes; nothing else passes. Cleaning what is clean
/// changes nothing.
public struct Cleaner: Sendable {
    private let base: WebAddress?
    /// Whether the plain text keeps lines and paragraphs apart: lines by a line feed, paragraphs by two.
    public var keepsLines = false

    /// `base` is the address that relative links and pictures are resolved against; without it they are dropped.
    public init(base: WebAddress? = nil) { self.base = base }

    /// Cleans `html`. Never fails: what is not understood is left out.
    public func clean(_ html: String) -> Cleaned {
        var copy = html
        return copy.withUTF8 { cleanValid($0) }
    }

    /// Cleans bytes that mean to be UTF-8; what is no character becomes U+FFFD.
    public func clean(_ source: UnsafeBufferPointer<UInt8>) -> Cleaned {
        clean(String(decoding: source, as: UTF8.self))
    }

    private func cleanValid(_ source: UnsafeBufferPointer<UInt8>) -> Cleaned {
        ParsedHTML.readBriefly(source) { root, standIns, complaints in
            var run = CleaningRun(base: base, reserving: source.count, standIns: standIns, keepsLines: keepsLines)
            if let root { run.run(root) }
            let html = run.emitter.finish()
            return Cleaned(
                html: SafeHTML(trusted: html), text: run.emitter.text.finished, pictures: run.pictures,
                complaints: complaints)
        }
    }
}
