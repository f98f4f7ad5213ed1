/// How much of a document is read (decision 12). gumbo is quadratic in depth and in attributes, so these are what keeps
/// a hostile page from stopping the house; no honest one comes near them.
struct Bounds: Sendable {
    /// Elements open inside each other.
    var depth = 256
    /// Formatting elements (`<b>`, `<a>`, `<font>` …) open at once: each is copied into every paragraph until it ends.
    var formatting = 24
    /// Attributes of one element.
    var attributes = 64
    /// Start tags of a document.
    var elements = 100_000

    static let standard = Bounds()
}
