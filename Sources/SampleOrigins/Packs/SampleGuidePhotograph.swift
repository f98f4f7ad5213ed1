/// A photograph of the guide.
struct SampleGuidePhotograph {
    let name: String
    let position: Int
    private let illustration: Illustration

    /// Reads a photograph's record.
    /// - Parameters:
    ///   - fields: The name, the kind, the subject, the caption and the credit.
    ///   - index: The position in the content file, from 0.
    init?(_ fields: [String], index: Int) {
        guard fields.count == 5 else { return nil }
        name = fields[0]
        position = index * 10
        illustration = Illustration(
            kind: fields[1], subject: fields[2], caption: fields[3], credit: fields[4], alt: "")
    }

    /// True if the photograph has no file, so that a placeholder is shown.
    var isMissing: Bool { illustration.kind == "missing" }

    /// The photograph's text file in the folder.
    var text: String {
        "position: \(position)\ncaption: \"\(illustration.caption)\"\ncredit: \"\(illustration.credit)\"\n"
    }

    /// The files with their paths, in the renditions of the original app's export (docs/packs.md); some photographs have
    /// those for tablets. The sizes are the nearest that there are, not the original app's.
    var files: [(path: String, bytes: [UInt8])] {
        let picture = SamplePicture.fitting(illustration, seed: name, isLandscape: illustration.kind != "portrait")[0]
        let (small, whole) = (picture.smallBytes, picture.bytes)
        var files = [file("", small), file("@2x", whole), file("-thumb", small)]
        if position % 100 == 20 { files.append(file("~tablet", whole)) }
        if position % 400 == 20 { files.append(file("~tablet@2x", whole)) }
        return files
    }

    /// The files of the strip above a university's page.
    var headerFiles: [(path: String, bytes: [UInt8])] {
        let strip = EmbeddedContent.bytes(of: "header-\(name)")
        return [file("", strip, in: "headers"), file("@2x", strip, in: "headers")]
    }

    /// Returns a file. Its path stands after the picture's end, where nothing shows it, so that each file has its own
    /// hash.
    private func file(
        _ suffix: String, _ bytes: [UInt8], in folder: String = "photographs"
    ) -> (path: String, bytes: [UInt8]) {
        let path = "\(folder)/\(name)\(suffix).webp"
        return (path, bytes + Array(path.utf8))
    }
}
