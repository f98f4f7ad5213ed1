/// Makes `SafeHTML` of whatever a feed or a page contains (decision 11).
///
/// What stays is on a list: elements, attributes and address schemes; nothing else passes. Cleaning what is clean
/// changes nothing.
public struct Cleaner: Sendable {
    private let base: WebAddress?

    /// `base` is the address that relative links and pictures are resolved against; without it they are dropped.
    public init(base: WebAddress? = nil) { self.base = base }

    /// Cleans `html`. Never fails: what is not understood is left out.
    public func clean(_ html: String) -> Cleaned {
        var copy = html
        return copy.withUTF8 { clean($0) }
    }

    /// Cleans UTF-8 bytes.
    public func clean(_ source: UnsafeBufferPointer<UInt8>) -> Cleaned {
        ParsedHTML.read(source, asDocument: false) { root, complaints in
            var run = CleaningRun(base: base, reserving: source.count)
            if let root { run.run(root) }
            let html = run.emitter.finish()
            return Cleaned(
                html: SafeHTML(trusted: html), text: run.emitter.text.finished, pictures: run.pictures,
                complaints: complaints)
        }
    }
}
