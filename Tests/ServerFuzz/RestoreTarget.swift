import Foundation
import Markup
import News
import URLs

@testable import Library

extension FuzzTarget {
    /// Any archive is refused, or leaves a newspaper that opens, with nobody signed in and nothing in its stories that could run.
    ///
    /// The first byte says what the bytes are: the whole archive, the database of an otherwise honest one, or its list.
    static var restore: FuzzTarget {
        let folder = temporaryFolder("restore")
        let honest = honestDatabase(in: folder)
        return FuzzTarget(
            seeds: {
                let archive = folder.appending(path: "seed.tar")
                write(archive, database: honest, list: nil)
                return [[0] + bytes(of: archive), [1] + honest, [2]]
            },
            check: { input in
                let archive = folder.appending(path: "case.tar")
                let rest = Array(input.dropFirst())
                switch (input.first ?? 0) % 3 {
                case 0: keep(rest, at: archive)
                case 1: write(archive, database: rest, list: nil)
                default: write(archive, database: honest, list: rest)
                }
                let place = folder.appending(path: "data")
                defer { remove(place) }
                do throws(BackupError) { _ = try BackupRestorer(file: archive, folder: place).run() } catch {
                    demand(!error.userMessage.isEmpty, "an error without words")
                    return
                }
                wait { await look(at: place) }
            })
    }

    private static func look(at place: URL) async {
        do {
            let library = try NewsLibrary.open(at: place, now: { Date(timeIntervalSince1970: 1_795_252_800) })
            defer { library.close() }
            demand(try await !library.sessions.hasPassword(for: .first), "a password came with the backup")
            demand(try await library.sessions.all(for: .first).isEmpty, "a session came with the backup")
            for row in try await library.stories.list(.everything, for: .first, depth: 20).rows {
                let story = try await library.stories.story(row.id, for: .first, in: nil)
                let text = "\(story)".lowercased()
                demand(!text.contains("<script") && !text.contains("javascript:"), "a story brings script")
            }
        } catch { breach("what was restored cannot be read: \(error)") }
    }

    private static func honestDatabase(in folder: URL) -> [UInt8] {
        let place = folder.appending(path: "honest")
        do {
            let library = try NewsLibrary.open(at: place, now: { Date(timeIntervalSince1970: 1_795_252_800) })
            wait {
                guard let address = WebAddress("https://harbour.example/feed") else { return }
                let found = DiscoveredChannel(
                    kind: .feed, address: address, metadata: ChannelMetadata(title: "Harbour"))
                do {
                    let channel = try await library.subscriptions.follow(found, folder: "Sea", for: .first).id
                    _ = await Refresher(library: library.withSources(SourceCatalog([.feed: { _ in FuzzSource() }])))
                        .runOnce(only: [channel])
                } catch { breach("no honest newspaper: \(error)") }
            }
            library.close()
        } catch { breach("no honest newspaper: \(error)") }
        return bytes(of: place.appending(path: BackupEntryName.database))
    }

    private static func write(_ archive: URL, database: [UInt8], list: [UInt8]?) {
        let file = archive.deletingLastPathComponent().appending(path: "case.sqlite")
        keep(database, at: file)
        keep([], at: archive)
        do {
            let handle = try FileHandle(forWritingTo: archive)
            var tar = TarWriter(handle, madeAt: Date(timeIntervalSince1970: 0))
            try tar.add(file, as: BackupEntryName.database)
            let honest = BackupManifest(
                program: "fuzz", madeAt: "2026-11-22", layout: Migrations.latestVersion, files: tar.files)
            try tar.finish(with: list ?? (try honest.encoded()), as: BackupManifest.name)
            try handle.close()
        } catch { breach("no archive: \(error)") }
    }

    private static func keep(_ bytes: [UInt8], at file: URL) {
        guard FileManager.default.createFile(atPath: file.path, contents: Data(bytes)) else { breach("no file") }
    }

    private static func bytes(of file: URL) -> [UInt8] {
        Array(FileManager.default.contents(atPath: file.path) ?? Data())
    }

    private static func remove(_ folder: URL) {
        // There is none when nothing was restored.
        try? FileManager.default.removeItem(at: folder)
    }
}
