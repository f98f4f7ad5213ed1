internal import Untrusted

/// A photograph of the guide.
struct SampleGuidePhotograph {
    /// A picture file beside others of the same drawing.
    struct Rendition {
        /// The end of the file's name before its extension (docs/packs.md).
        var suffix: String
        var width: Int
        /// nil: as the drawing's; else it is cropped.
        var height: Int?
    }

    let name: String
    let position: Int
    private let illustration: Illustration

    /// - Parameters:
    ///   - fields: its name, the illustrator, the subject, the caption and the credit.
    ///   - index: from 0, in the content file.
    init?(_ fields: [String], index: Int) {
        guard fields.count == 5 else { return nil }
        name = fields[0]
        position = index * 10
        illustration = Illustration(
            illustrator: fields[1], subject: fields[2], caption: fields[3], credit: fields[4], alt: "")
    }

    /// Without a file a stand-in is shown.
    var isMissing: Bool { illustration.illustrator == "missing" }

    /// What the folder says of it.
    var text: String {
        "position: \(position)\ncaption: \"\(illustration.caption)\"\ncredit: \"\(illustration.credit)\"\n"
    }

    /// As the original app's export has them; some have those for tablets.
    var renditions: [Rendition] {
        var renditions = [
            Rendition(suffix: "", width: 480), Rendition(suffix: "@2x", width: 960),
            Rendition(suffix: "-thumb", width: 185, height: 185),
        ]
        if position % 100 == 20 { renditions.append(Rendition(suffix: "~tablet", width: 1024)) }
        if isLarge { renditions.append(Rendition(suffix: "~tablet@2x", width: 2048)) }
        return renditions
    }

    /// Few, since they take four times as long.
    private var isLarge: Bool { position % 400 == 20 }

    /// The strip above a university's page.
    static let headerRenditions = [
        Rendition(suffix: "", width: 480, height: 160), Rendition(suffix: "@2x", width: 960, height: 320),
    ]

    var spec: ImageSpec {
        let size: ImageSize = illustration.illustrator == "portrait" ? .portrait : .landscape
        return ImageSpec(
            illustration: illustration, palette: Self.palettes[position / 10 % Self.palettes.count],
            size: size.scaled(toWidth: isLarge ? 2048 : Self.width), seed: "fellside-\(name)")
    }

    /// A small area of one colour.
    var plainDrawing: String {
        let colour = Hex.encode(FNV1a.hash(name.utf8)).prefix(6)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="48" height="32"><rect width="48" height="32" fill="#\(colour)"/></svg>
            """
    }

    /// All are drawn once in the width of a tablet, and scaled down from there: a drawing takes a tenth of a second
    /// (2026-11-24, a debug build).
    private static let width = 1024

    private static let palettes = [
        ImagePalette(ink: "#12263a", accent: "#e2725b", paper: "#f4eee2"),
        ImagePalette(ink: "#1f3b36", accent: "#d9a441", paper: "#f3efe0"),
        ImagePalette(ink: "#2b2a4c", accent: "#c86b85", paper: "#f5ece6"),
        ImagePalette(ink: "#203040", accent: "#5fa8a0", paper: "#eef1ea"),
        ImagePalette(ink: "#3a2a20", accent: "#c9803d", paper: "#f2eee2"),
        ImagePalette(ink: "#24322a", accent: "#8aa857", paper: "#f1f0df"),
    ]
}
