import ArgumentParser
import Foundation
import News
import Packs

struct PublishPackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Write a pack as files that a web server serves as they are.",
        discussion: """
            The folder gets pack.json, which readers ask for (pack: address: in an edition's file), a pack without pictures, \
            and the folder media with the pictures, of which readers fetch only new ones. pack.json is replaced last. Files \
            of the version before stay until the next one. Favourites are not published.
            """)

    @Argument(help: "A pack, a folder that holds pack.yaml, or the original app's store.")
    var path: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write; created if new.", valueName: "folder"))
    var output: String

    @Flag(help: "Publish a lower version too, or other contents under the same number.")
    var force = false

    @OptionGroup var original: CoreDataImportOptions

    func run() async throws {
        try await PackCommand.withErrorReporting {
            let draft = try PackLoader.open(URL(filePath: path), store: try original.options())
            try original.requireWhole(draft)
            let result = try PackPublisher.publish(draft, to: URL(filePath: output), isForced: force)
            PackCommand.printNotes(result.notes)
            let index = result.index
            guard !result.isUnchanged else {
                return Terminal.print("\(output) has version \(index.version) already; nothing was changed.")
            }
            let before = result.replaced.map { ", after version \($0)" } ?? ""
            Terminal.print(
                "\(output) is published: \(index.title), \(PackSummary(draft.pack, size: nil).line)\(before).")
            let removed = result.removedFiles == 0 ? "" : ", \(result.removedFiles) old files removed"
            Terminal.print(
                "\(index.name), \(max(1, index.size >> 10)) kB; \(Plural.picture.counted(result.newPictures)) new\(removed)."
            )
        }
    }
}
