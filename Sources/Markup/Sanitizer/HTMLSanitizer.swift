/// Makes `SafeHTML` of whatever a feed or a page contains (decision 11).
///
/// What stays is on a list: elements, attributes and address schemes; nothing else passes. Cleaning what is clean
/// changes nothing.
public struct HTMLSanitizer: Sendable {
    private let base: WebAddress?
    /// Whether the plain text keeps lines and paragraphs apart: lines by a line feed, paragraphs by two.
    public var keepsLines = false

    /// `base` is the address that relative links and pictures are resolved against; without it they are dropped.
    public init(base: WebAddress? = nil) { self.base = base }

    /// Cleans `html`. Never fails: what is not understood is left out.
    public func sanitize(_ html: String) -> SanitizedContent {
        var copy = html
        return copy.withUTF8 { sanitizeValid($0) }
    }

    /// Cleans bytes that mean to be UTF-8; what is no character becomes U+FFFD.
    public func sanitize(_ source: UnsafeBufferPointer<UInt8>) -> SanitizedContent {
        sanitize(String(decoding: source, as: UTF8.self))
    }

    private func sanitizeValid(_ source: UnsafeBufferPointer<UInt8>) -> SanitizedContent {
        HTMLParser.withCompactTree(source) { root, placeholders, diagnostics in
            var run = SanitizerPass(
                base: base, reserving: source.count, placeholders: placeholders, keepsLines: keepsLines)
            if let root { run.run(root) }
            let html = run.builder.finish()
            return SanitizedContent(
                html: SafeHTML(trusted: html), text: run.builder.text.finished, pictures: run.pictures,
                diagnostics: diagnostics)
        }
    }
}

/// What the cleaner made of one piece of HTML.
public struct SanitizedContent: Sendable {
    /// The markup, fit for a page.
    public let html: SafeHTML
    /// The same as plain text, runs of white space collapsed to one space.
    public let text: String
    /// The pictures in it, in order.
    public let pictures: [PictureReference]
    /// What had to be left out because of a bound, in words for the log.
    public let diagnostics: [String]
}

/// The cleaner's rules as a whole.
public struct SanitizerRules: Sendable {
    /// Grows whenever the same input may come out different, so that kept stories can be cleaned again.
    public static let version = 2
}
