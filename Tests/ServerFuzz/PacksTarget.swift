import Foundation
import Markup

@testable import Packs

extension FuzzTarget {
    /// Any file is refused in words, or is a pack whose texts are clean and whose pictures have their hashes.
    ///
    /// The first byte says what the bytes are: a pack, a light pack, a published list, or the original app's store.
    static var packs: FuzzTarget {
        let folder = temporaryFolder("packs")
        return FuzzTarget(
            seeds: {
                let (whole, light, list) = publish(in: folder)
                return [[0] + whole, [1] + light, [2] + list, [3] + whole]
            },
            check: { input in
                let kind = (input.first ?? 0) % 4
                let bytes = Data(input.dropFirst())
                do throws(PackError) {
                    if kind == 2 {
                        let list = try PackIndex(json: bytes)
                        demand(!list.name.contains("/") && !list.media.contains("/"), "a list leads elsewhere")
                        return
                    }
                    let file = folder.appending(path: "case")
                    guard FileManager.default.createFile(atPath: file.path, contents: bytes) else { breach("no file") }
                    if kind == 3, let version = PackVersion("1") {
                        _ = try PackLoader.open(file, store: CoreDataImporter.Options(version: version))
                    } else {
                        try look(
                            at: try PackReader(
                                file: file, media: kind == 1 ? folder.appending(path: "site/media") : nil))
                    }
                } catch { demand(!error.userMessage.isEmpty, "an error without words") }
            })
    }

    private static func look(at reader: PackReader) throws(PackError) {
        for page in reader.pack.pages {
            let text = page.text.text.lowercased()
            demand(!text.contains("<script") && !text.contains("javascript:"), "a page brings script")
        }
        for medium in reader.pack.media {
            demand(PackMediumID(of: try reader.bytes(of: medium.id)) == medium.id, "a picture has another hash")
        }
    }

    /// An honest pack, light pack and list.
    private static func publish(in folder: URL) -> ([UInt8], [UInt8], [UInt8]) {
        let files = [
            "pack.yaml": "identity: county\nversion: 1\ntitle: County\nlanguages: [en]\n",
            "index.md": "---\ntitle: Home\n---\n",
            "loom.md": "---\ntitle: Loom\nlatitude: 53\nlongitude: -1\n---\nWeaving.",
        ]
        let county = folder.appending(path: "county")
        do {
            try FileManager.default.createDirectory(
                at: county.appending(path: "photographs"), withIntermediateDirectories: true)
            for (name, text) in files { try Data(text.utf8).write(to: county.appending(path: name)) }
            try Data([0xFF, 0xD8, 0xFF, 0xE0, 1]).write(to: county.appending(path: "photographs/bay.jpg"))
            let draft = try PackBuilder.build(county)
            let (whole, site) = (folder.appending(path: "whole"), folder.appending(path: "site"))
            try PackWriter(draft.pack, media: draft.media).write(to: whole, isReplacing: true)
            let index = try PackPublisher.publish(draft, to: site, isForced: true).index
            return (
                Array(try Data(contentsOf: whole)), Array(try Data(contentsOf: site.appending(path: index.name))),
                Array(try Data(contentsOf: site.appending(path: PackIndex.fileName)))
            )
        } catch { breach("no honest pack: \(error)") }
    }
}
