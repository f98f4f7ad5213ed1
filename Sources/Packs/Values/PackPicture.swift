/// A picture in the sizes that exist.
public struct PackPicture: Sendable, Hashable {
    /// The files by rendition; empty if the picture is missing.
    public var files: [PackRendition: PackMediumID]

    public init(_ files: [PackRendition: PackMediumID] = [:]) { self.files = files }

    /// Returns the file for a screen: the file made for it, else the nearest larger one, else the largest.
    /// - Parameters:
    ///   - isTablet: true if the picture is shown at the width of a tablet or more.
    ///   - scale: the number of device pixels per pixel of the layout.
    public func file(isTablet: Bool, scale: Double) -> PackMediumID? {
        let wanted: PackRendition =
            switch (isTablet, scale > 1) {
            case (false, false): .phone
            case (false, true): .phone2x
            case (true, false): .tablet
            case (true, true): .tablet2x
            }
        let bySize: [PackRendition] = [.phone, .phone2x, .tablet, .tablet2x]
        let start = bySize.firstIndex(of: wanted) ?? 0
        for rendition in bySize[start...] + bySize[..<start].reversed() {
            if let file = files[rendition] { return file }
        }
        return files[.thumbnail]
    }

    /// The small square file, else the smallest.
    public var thumbnail: PackMediumID? { files[.thumbnail] ?? file(isTablet: false, scale: 1) }
}

/// A size of a picture, with the ending that the original app's export gave its file name.
public enum PackRendition: String, Sendable, Hashable, CaseIterable {
    /// 480 pixels wide: `x.jpg`.
    case phone
    /// 960 pixels wide: `x@2x.jpg`.
    case phone2x = "phone-2x"
    /// 1024 pixels wide: `x~tablet.jpg`.
    case tablet
    /// 2048 pixels wide: `x~tablet@2x.jpg`.
    case tablet2x = "tablet-2x"
    /// 185 pixels square: `x-thumb.jpg`.
    case thumbnail

    /// The endings of file names before the extension; the first is used for writing.
    var suffixes: [String] {
        switch self {
        case .phone: [""]
        case .phone2x: ["@2x"]
        case .tablet: ["~tablet", "~ipad"]
        case .tablet2x: ["~tablet@2x", "~ipad@2x"]
        case .thumbnail: ["-thumb"]
        }
    }
}
