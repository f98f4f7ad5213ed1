/// A picture of the institute in one of the sizes that its interface offers.
struct InstitutePicture {
    /// Named as real ones are.
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
    var place: Int

    private static let start = "/files/styles/"
    private static let middle = "/public/images/"

    static func path(_ style: Style, _ slug: String, _ place: Int) -> String {
        "\(start)\(style.rawValue)\(middle)\(slug)-\(place).jpg"
    }

    /// Nil for any other path.
    init?(path: String) {
        guard path.hasPrefix(Self.start), path.hasSuffix(".jpg"), let middle = path.firstRange(of: Self.middle),
            let style = Style(rawValue: String(path[..<middle.lowerBound].dropFirst(Self.start.count)))
        else { return nil }
        let name = path[middle.upperBound...].dropLast(4)
        guard let dash = name.lastIndex(of: "-"), let place = Int(name[name.index(after: dash)...]) else { return nil }
        self.style = style
        slug = String(name[..<dash])
        self.place = place
    }
}
