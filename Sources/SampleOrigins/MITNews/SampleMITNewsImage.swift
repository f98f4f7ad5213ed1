/// A picture in a size of the API.
struct SampleMITNewsImage {
    /// The sizes by their names in the real API.
    enum Style: String, CaseIterable {
        case thumbnail = "article_thumbnail"
        case full = "article_cover_image_full"
        case original = "article_cover_image_original"

        func size(of whole: PictureSize) -> PictureSize {
            switch self {
            case .thumbnail: whole.scaled(toWidth: 72)
            case .full: whole.scaled(toWidth: 468)
            case .original: whole
            }
        }
    }

    var style: Style
    var slug: String
    var index: Int

    private static let pathPrefix = "/files/styles/"
    private static let pathInfix = "/public/images/"

    static func path(_ style: Style, _ slug: String, _ index: Int) -> String {
        "\(pathPrefix)\(style.rawValue)\(pathInfix)\(slug)-\(index).jpg"
    }

    /// Reads a picture's path; nil for other paths.
    init?(path: String) {
        guard path.hasPrefix(Self.pathPrefix), path.hasSuffix(".jpg"), let middle = path.firstRange(of: Self.pathInfix),
            let style = Style(rawValue: String(path[..<middle.lowerBound].dropFirst(Self.pathPrefix.count)))
        else { return nil }
        let name = path[middle.upperBound...].dropLast(4)
        guard let dash = name.lastIndex(of: "-"), let index = Int(name[name.index(after: dash)...]) else { return nil }
        self.style = style
        slug = String(name[..<dash])
        self.index = index
    }
}
