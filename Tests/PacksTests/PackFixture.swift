import Foundation
import Testing

@testable import Packs

/// A temporary folder that is removed at the end, with what packs are made of.
final class PackFixture {
    let folder: URL

    init() throws {
        folder = URL.temporaryDirectory.appending(path: "packs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        // What stays in the temporary folder does no harm.
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> URL { folder.appending(path: name) }

    func write(_ text: String, _ name: String) throws { try write(Data(text.utf8), name) }

    func write(_ data: Data, _ name: String) throws {
        let file = path(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// Canonical.
    static let baseMap =
        #"{"areas":[{"kind":"district","name":"Loomshire","rings":[[[53000000,-2000000],[54000000,-2000000],[54000000,0],[53000000,-2000000]]]}],"#
        + #""credits":["Drawn by hand"],"towns":[{"name":"Loom","place":[53650000,-990000],"population":20000}]}"#

    /// Looks like a picture to those who read its first bytes.
    static func jpeg(_ text: String) -> Data { Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(text.utf8) }

    static func png(_ text: String) -> Data {
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(text.utf8)
    }

    /// An invented county: a root, two navigation pages, a tour at depth 3, two pages of one title.
    func writeCounty(in name: String = "county") throws {
        let files = [
            "pack.yaml": """
            identity: invented-county
            version: 1.6
            title: The invented county
            languages: [en-GB, cy]
            licence: CC-BY-4.0
            credits: [The council & its *friends*, A. Photographer]
            address: https://county.example/guide/
            """,
            "README.md": "No page.",
            "map.json": Self.baseMap,
            "index.md": "---\ntitle: Home\nslug: mobile-app\ncolour: \"#3da1a1\"\nground: 1\n---\n",
            "universities/index.md": "---\ntitle: Universities\nposition: 1\nkind: list\ncolour: \"#2b835d\"\n---\n",
            "universities/loom.md": """
            ---
            title: Loom University
            kind: university
            picture: ../pictures/loom.jpg
            header: /pictures/loom-head
            latitude: 53.653
            longitude: -0.986001
            address: universities/loom
            favourite: 2014-07-05T10:00:00Z
            ---
            # Loom

            See [eating](../living/food.html#fish "Fish"), [home](mobile-app) and [the town](https://town.example/?a=1&b=2).

            ![The gate](../pictures/gate.png)

            <script>alert(1)</script><p onclick="x()">Plain</p>
            """,
            "universities/food.md": "---\ntitle: Food and drink\nslug: food_drink\nground: 4\n---\nPies.",
            "living/index.html": "---\ntitle: Living\nposition: 2\nkind: tiled\n---\n<p>In the <b>county</b>.</p>",
            "living/food.html": "---\ntitle: Food and drink\n---\n<p>Fish &amp; chips</p>",
            "living/tours/index.md": "---\ntitle: Tours\n---\n",
            "living/tours/great.md": "---\ntitle: Great tour\nslug: great_tour\n---\nOver hills.",
            "photographs/castle.yaml": "position: 2\ncaption: A castle – \"old\"\ncredit: A. Photographer\n",
            "photographs/gone.yaml": "position: 3\ncaption: Its file is missing\n",
        ]
        for (file, text) in files { try write(text, "\(name)/\(file)") }
        for picture in ["pictures/loom.jpg", "pictures/loom~tablet.jpg", "pictures/loom-head.jpg"] {
            try write(Self.jpeg(picture), "\(name)/\(picture)")
        }
        try write(Self.png("gate"), "\(name)/pictures/gate.png")
        for end in ["", "@2x", "~tablet", "~ipad@2x", "-thumb"] {
            try write(Self.jpeg("castle" + end), "\(name)/photographs/castle\(end).jpg")
        }
        try write(Self.jpeg("bay"), "\(name)/photographs/bay.jpg")
    }

    /// Builds and writes the county.
    func countyPack(_ name: String = "county.pack") throws -> URL {
        try writeCounty()
        let draft = try PackBuilder.build(path("county"))
        try PackWriter(draft.pack, media: draft.media).write(to: path(name), isReplacing: false)
        return path(name)
    }

    /// What building complains about.
    func faults(_ name: String = "county") throws -> [String] {
        do throws(PackError) {
            _ = try PackBuilder.build(path(name))
            return []
        } catch {
            guard case .faults(let faults) = error else { throw error }
            return faults.map(\.description)
        }
    }
}
