import ArgumentParser
import Foundation
import Library
import Markup
import News
import Web

/// Bring feeds from another reader.
struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Follow every feed of an OPML file, with its folders.",
        discussion: "Nothing is fetched yet: the feeds become due little by little, not all at once.")

    @Argument(help: "The OPML file, or - for standard input.")
    var file: String

    @OptionGroup var house: HouseOptions

    func run() async throws {
        try await house.withLibrary { library, _ in
            let bytes = try InputFile.read(file)
            let brought = try Self.outlines(bytes)
            let report = try await library.subscriptions.importOutlines(brought.feeds, for: .first)
            let refused = report.refused.count + brought.unusable.count
            let added = report.added == 1 ? "1 feed" : "\(report.added) feeds"
            print(
                "\(added) added, \(report.alreadyThere) followed already, \(refused) refused."
            )
            for text in brought.unusable { print("  \(Self.plain(text)): that is no web address") }
            for refusal in report.refused { print("  \(refusal.address.shown): \(refusal.why)") }
            if report.added > 0 { print("tidings refresh fetches what is due; tidings serve does so by itself.") }
        }
    }

    /// A file's words for a terminal: bounded, and without what a terminal would obey.
    private static func plain(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.prefix(200).filter { $0.properties.generalCategory != .control }))
    }

    private static func outlines(_ bytes: [UInt8]) throws(Trouble) -> BroughtOutlines {
        do { return try Outlines.read(bytes) } catch { throw Trouble(.unreadable, error.sentence) }
    }
}

/// Take the feeds elsewhere.
struct Export: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Write what is followed as OPML 2.0 to standard output.")

    @OptionGroup var house: HouseOptions

    func run() async throws {
        try await house.withLibrary(reading: true) { library, _ in
            let folders = try await library.subscriptions.exportOutlines(for: .first)
            FileHandle.standardOutput.write(Data(Outlines.write(folders)))
        }
    }
}

/// A file named on the command line, or standard input.
enum InputFile {
    /// - Throws: `Trouble` when there is no such file or it is larger than 64 MB.
    static func read(_ path: String) throws -> [UInt8] {
        let limit = 64 << 20
        let handle: FileHandle
        if path == "-" {
            handle = .standardInput
        } else {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Trouble(.noInput, "There is no file \(path).")
            }
            guard !isFolder.boolValue, let opened = FileHandle(forReadingAtPath: path) else {
                throw Trouble(.noInput, "\(path) cannot be read. Is it a file of yours?")
            }
            handle = opened
        }
        let data = try handle.read(upToCount: limit + 1) ?? Data()
        guard data.count <= limit else {
            let name = path == "-" ? "Standard input" : path
            throw Trouble(.unreadable, "\(name) is larger than 64 MB, which is more than is read.")
        }
        return Array(data)
    }
}
