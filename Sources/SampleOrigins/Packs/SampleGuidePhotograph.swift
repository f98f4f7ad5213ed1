internal import Untrusted

/// A photograph of the guide.
struct SampleGuidePhotograph {
    /// A picture file, one of several of the same drawing.
    struct Rendition {
        /// The end of the file's name before its extension (docs/packs.md).
        var suffix: String
        var width: Int
        /// The height, to which the drawing is cropped; nil for the drawing's own.
        var height: Int?
    }

    let name: String
    let position: Int
    private let illustration: Illustration

    /// Reads a photograph's record.
    /// - Parameters:
    ///   - fields: The name, the illustrator, the subject, the caption and the credit.
    ///   - index: The position in the content file, from 0.
    init?(_ fields: [String], index: Int) {
        guard fields.count == 5 else { return nil }
        name = fields[0]
        position = index * 10
        illustration = Illustration(
            illustrator: fields[1], subject: fields[2], caption: fields[3], credit: fields[4], alt: "")
    }

    /// True if the photograph has no file, so that a placeholder is shown.
    var isMissing: Bool { illustration.illustrator == "missing" }

    /// The photograph's text file in the folder.
    var text: String {
        "position: \(position)\ncaption: \"\(illustration.caption)\"\ncredit: \"\(illustration.credit)\"\n"
    }

    /// The renditions of the original app's export; some photographs have those for tablets.
    var renditions: [Rendition] {
        var renditions = [
            Rendition(suffix: "", width: 480), Rendition(suffix: "@2x", width: 960),
            Rendition(suffix: "-thumb", width: 185, height: 185),
        ]
        if position % 100 == 20 { renditions.append(Rendition(suffix: "~tablet", width: 1024)) }
        if isLarge { renditions.append(Rendition(suffix: "~tablet@2x", width: 2048)) }
        return renditions
    }

    /// True for the few photographs with the largest rendition, which takes four times as long.
    private var isLarge: Bool { position % 400 == 20 }

    /// The renditions of the strip above a university's page.
    static let headerRenditions = [
        Rendition(suffix: "", width: 480, height: 160), Rendition(suffix: "@2x", width: 960, height: 320),
    ]

    var spec: SamplePictureSpec {
        let size: PictureSize = illustration.illustrator == "portrait" ? .portrait : .landscape
        return SamplePictureSpec(
            illustration: illustration, palette: Self.palettes[position / 10 % Self.palettes.count],
            size: size.scaled(toWidth: isLarge ? 2048 : Self.width), seed: "fellside-\(name)")
    }

    /// The SVG of a small area in one colour.
    var plainDrawing: String {
        let colour = Hex.encode(FNV1a.hash(name.utf8)).prefix(6)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><rect width="48" height="32" fill="#\(colour)"/></svg>
            """
    }

    /// The width of a tablet, in which each photograph is drawn once, to be scaled down: a drawing takes a tenth of a
    /// second (2026-11-24, a debug build).
    private static let width = 1024

    private static let palettes = [
        PicturePalette(ink: "#12263a", accent: "#e2725b", paper: "#f4eee2"),
        PicturePalette(ink: "#1f3b36", accent: "#d9a441", paper: "#f3efe0"),
        PicturePalette(ink: "#2b2a4c", accent: "#c86b85", paper: "#f5ece6"),
        PicturePalette(ink: "#203040", accent: "#5fa8a0", paper: "#eef1ea"),
        PicturePalette(ink: "#3a2a20", accent: "#c9803d", paper: "#f2eee2"),
        PicturePalette(ink: "#24322a", accent: "#8aa857", paper: "#f1f0df"),
    ]
}
