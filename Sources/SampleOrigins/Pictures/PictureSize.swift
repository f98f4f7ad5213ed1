/// A size in pixels.
struct PictureSize: Sendable, Hashable {
    let width: Int
    let height: Int

    /// The size of lead pictures, 3:2.
    static let landscape = PictureSize(width: 1600, height: 1067)

    /// True if one side is more than three times the other.
    var isExtreme: Bool { max(width, height) > 3 * min(width, height) }

    func scaled(toWidth width: Int) -> PictureSize {
        PictureSize(width: width, height: max(1, (height * width + self.width / 2) / self.width))
    }
}
