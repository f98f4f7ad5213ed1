/// An image's crop.
public enum ImageCrop: String, Sendable, Hashable, CaseIterable {
    /// No crop.
    case original = "own"
    /// 3:2, for lists.
    case threeTwo
    case square

    var pathSuffix: String {
        switch self {
        case .original: ""
        case .threeTwo: "w"
        case .square: "s"
        }
    }

    /// In pixels; 0 keeps the proportions.
    public func height(forWidth width: Int) -> Int {
        switch self {
        case .original: 0
        case .threeTwo: (width * 2 + 1) / 3
        case .square: width
        }
    }
}
