/// Makes `SafeHTML` of untrusted HTML.
///
/// Elements, attributes and URL schemes pass only if they are on an allowlist. Sanitising is idempotent: safe HTML
/// comes out unchanged.
public struct HTMLSanitizer: Sendable {
    private let base: WebAddress?
    /// Whether the plain text keeps line feeds between lines and blank lines between paragraphs.
    public var keepsLines = false

    /// - Parameter base: what relative links and pictures are resolved against; without it they are dropped.
    public init(base: WebAddress? = nil) { self.base = base }

    /// Sanitises `html`. Never fails: unsupported markup is left out.
    public func sanitize(_ html: String) -> SanitizedContent {
        var copy = html
        return copy.withUTF8 { sanitizeValid($0) }
    }

    /// Sanitises bytes read as UTF-8; invalid sequences become U+FFFD.
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

/// The result of sanitising one piece of HTML.
public struct SanitizedContent: Sendable {
    /// The markup, safe to show.
    public let html: SafeHTML
    /// The same as plain text, white space collapsed.
    public let text: String
    /// The pictures in it, in order.
    public let pictures: [PictureReference]
    /// What a limit left out, as log messages.
    public let diagnostics: [String]
}

/// The version of the sanitising rules.
public struct SanitizerRules: Sendable {
    /// Grows whenever the same input may give another result, so that stored stories are sanitised again.
    public static let version = 2
}
