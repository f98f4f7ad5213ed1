/// How a picture is cut before it is shown.
public enum PictureShape: String, Sendable, Hashable, CaseIterable {
    /// Its own proportions.
    case own
    /// Three wide, two high: the lists' shape.
    case threeTwo
    case square

    /// The letter that follows the width in an address.
    var letter: String {
        switch self {
        case .own: ""
        case .threeTwo: "w"
        case .square: "s"
        }
    }

    /// The height that belongs to a width, in pixels; 0 when the picture decides.
    public func height(forWidth width: Int) -> Int {
        switch self {
        case .own: 0
        case .threeTwo: (width * 2 + 1) / 3
        case .square: width
        }
    }
}
