/// How an image is cropped.
public enum ImageCrop: String, Sendable, Hashable, CaseIterable {
    /// No crop.
    case original = "own"
    /// 3:2, the shape in lists.
    case threeTwo
    case square

    /// The letter after the width in a URL.
    var pathSuffix: String {
        switch self {
        case .original: ""
        case .threeTwo: "w"
        case .square: "s"
        }
    }

    /// The height for a width, in pixels; 0 for the image's own proportions.
    public func height(forWidth width: Int) -> Int {
        switch self {
        case .original: 0
        case .threeTwo: (width * 2 + 1) / 3
        case .square: width
        }
    }
}
