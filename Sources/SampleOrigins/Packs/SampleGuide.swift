internal import Foundation

/// A guide to an invented county for its students: some seventy pages, 83 photographs, twelve universities. The guide
/// has the form of the folder from which a pack is built (docs/packs.md).
struct SampleGuide {
    let version: SampleGuideVersion

    /// The text files of the folder with their paths.
    var texts: [(path: String, text: String)] {
        [("pack.yaml", manifest), ("map.json", EmbeddedContent.text(of: "fellside-map"))] + pages
            + photographs.map { ("photographs/\($0.name).yaml", $0.text) }
    }

    /// The photographs in the gallery's order.
    var photographs: [SampleGuidePhotograph] {
        let lines = EmbeddedContent.text(of: "fellside-photographs").split(separator: "\n")
        return lines.enumerated().compactMap { index, line in
            let fields = line.split(separator: "|").map(StoryFileParser.trimmed)
            guard let since = fields.first, since <= version.rawValue else { return nil }
            return SampleGuidePhotograph(Array(fields.dropFirst()), index: index)
        }
    }

    /// The names of the photographs that pages have as header pictures.
    var headers: Set<String> {
        Set(
            pages.compactMap { page in
                page.text.split(separator: "\n").first { $0.hasPrefix(Self.headerKey) }
                    .map { String($0.dropFirst(Self.headerKey.count)) }
            })
    }

    private static let headerKey = "header: /headers/"

    private var manifest: String {
        """
        identity: \(SampleGuideSite.identity)
        version: "\(version.rawValue)"
        title: "Fellside: a guide for students"
        languages: [en-GB]
        licence: Invented, for trying out
        credits: [Texts and drawings of Tidings's demonstration]
        address: https://guide.fellside.example/

        """
    }

    /// The pages with their paths. Each record of the content file begins with its path and the versions that have it.
    private var pages: [(path: String, text: String)] {
        let records = ("\n" + EmbeddedContent.text(of: "fellside")).components(separatedBy: "\n=== ").dropFirst()
        return records.compactMap { record in
            guard let end = record.firstIndex(of: "\n") else { return nil }
            let head = record[..<end].split(separator: " ")
            guard let path = head.first, head.dropFirst().contains(version.rawValue[...]) else { return nil }
            return (String(path), String(record[record.index(after: end)...]) + "\n")
        }
    }
}
