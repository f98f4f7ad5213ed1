public import URLs

/// A sanitizer that makes `SafeHTML` by allowlists of elements, attributes and URL schemes. Idempotent.
public struct HTMLSanitizer: Sendable {
    private let base: WebAddress?
    /// True to keep lines, and blank lines between paragraphs, in the plain text.
    public var keepsLines = false
    /// True to read bold, italic, raised and lowered text from the inline styles of spans, as word processors write it; the
    /// styles themselves are dropped either way.
    public var readsFontStyles = false

    /// Creates a sanitizer.
    /// - Parameter base: the base of relative addresses; without one, relative links and pictures are dropped.
    public init(base: WebAddress? = nil) { self.base = base }

    /// Sanitises HTML; never fails, as unsupported markup is left out.
    public func sanitize(_ html: String) -> SanitizedContent {
        var copy = html
        return copy.withUTF8 { sanitizeValid($0) }
    }

    private func sanitizeValid(_ source: UnsafeBufferPointer<UInt8>) -> SanitizedContent {
        HTMLParser.withCompactTree(source, keepsStyles: readsFontStyles) { root, placeholders, diagnostics in
            var run = SanitizerPass(
                base: base, reserving: source.count, placeholders: placeholders, keepsLines: keepsLines)
            run.readsFontStyles = readsFontStyles
            if let root { run.run(root) }
            let html = run.builder.finish()
            return SanitizedContent(
                html: SafeHTML(trusted: html), text: run.builder.text.finished, pictures: run.pictures,
                diagnostics: run.builder.isTooLong
                    ? diagnostics + ["everything after \(html.utf8.count >> 20) MB was left out"] : diagnostics)
        }
    }
}

/// The result of sanitising.
public struct SanitizedContent: Sendable {
    /// The markup, safe to show.
    public let html: SafeHTML
    /// The plain text with white space collapsed, without ruby readings and invisible break opportunities.
    public let text: String
    /// The pictures in document order.
    public let pictures: [PictureReference]
    /// The log messages about content that a limit left out.
    public let diagnostics: [String]
}

/// The version of the sanitising rules.
public struct SanitizerRules: Sendable {
    /// The version number, to be increased when results may change: stored stories are sanitised again.
    public static let version = 4
}
