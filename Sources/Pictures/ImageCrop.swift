/// How a picture is cut before it is shown.
public enum ImageCrop: String, Sendable, Hashable, CaseIterable {
    /// Its own proportions.
    case original = "own"
    /// Three wide, two high: the lists' shape.
    case threeTwo
    case square

    /// The letter that follows the width in an address.
    var pathSuffix: String {
        switch self {
        case .original: ""
        case .threeTwo: "w"
        case .square: "s"
        }
    }

    /// The height that belongs to a width, in pixels; 0 when the picture decides.
    public func height(forWidth width: Int) -> Int {
        switch self {
        case .original: 0
        case .threeTwo: (width * 2 + 1) / 3
        case .square: width
        }
    }
}
