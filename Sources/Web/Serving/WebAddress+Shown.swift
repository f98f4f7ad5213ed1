public import Markup

extension WebAddress {
    /// The address as it is shown: without the name and password it may carry, which belong in no listing.
    public var shown: String {
        let tail = (query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
        return origin + path + tail
    }
}
