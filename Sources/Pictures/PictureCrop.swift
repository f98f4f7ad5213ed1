/// The crop of an image.
public enum PictureCrop: String, Sendable, Hashable, CaseIterable {
    /// No crop.
    case original = "own"
    /// A crop to 3:2, for lists.
    case threeTwo
    case square

    var pathSuffix: String {
        switch self {
        case .original: ""
        case .threeTwo: "w"
        case .square: "s"
        }
    }

    /// Returns the height in pixels for a width; 0 keeps the proportions.
    public func height(forWidth width: Int) -> Int {
        switch self {
        case .original: 0
        case .threeTwo: (width * 2 + 1) / 3
        case .square: width
        }
    }
}
