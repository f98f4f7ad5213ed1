/// An icon that a page's head names.
public struct IconMention: Sendable, Hashable {
    /// Where it is.
    public var address: WebAddress
    /// The larger side of its largest size in pixels, nil when the page does not say; `Int.max` for `any`.
    public var size: Int?
    /// Its relation as written, in lower case: `icon`, `shortcut icon`, `apple-touch-icon` …
    public var rel: String

    public init(address: WebAddress, size: Int? = nil, rel: String) {
        self.address = address
        self.size = size
        self.rel = rel
    }
}
