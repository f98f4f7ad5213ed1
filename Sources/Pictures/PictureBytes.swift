/// A picture as it is served.
public struct PictureBytes: Sendable, Hashable {
    public let bytes: [UInt8]
    /// `image/jpeg`, or `image/png` where something shows through.
    public let type: String
    /// A strong entity tag with its quotes; the same bytes always have the same one.
    public let etag: String
}
