import ArgumentParser
import Foundation
import Library
import Markup
import News
import Origins
import URLs
import Web

struct ImportOPMLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Follow every feed of an OPML file, or save what another reader has saved.",
        discussion: """
            The file's content tells what it is. Of an OPML file, every feed is followed in its folder. Nothing is fetched yet: \
            the feeds become due one after another, not all at once. The saved pages that Pocket (HTML, CSV), Instapaper (CSV), \
            FreshRSS, Miniflux and Feedly (JSON) or a browser (bookmarks) export become saved stories, each at its time.
            """)

    @Argument(help: "The file, or - for standard input.")
    var file: String

    @Flag(help: "List every feed or entry, however many there are.")
    var all = false

    @Flag(help: "Of saved pages, say what would be saved, and save nothing.")
    var preview = false

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary { library, _, reader in
            let bytes = try InputFile.read(file)
            if let export = try Self.savedPages(bytes) {
                return try await SavedPagesImport(
                    export: export, reader: reader, library: library, listsAll: all, isPreview: preview
                ).run()
            }
            let opml = try Self.parseOPML(bytes)
            let report = try await library.subscriptions.importOutlines(opml.feeds, for: reader)
            let added = Plural.feed.counted(report.added)
            let known = report.entries.count { $0.outcome == .alreadyFollowed }
            let repeated = report.entries.count { $0.outcome == .repeated }
            let twice = repeated == 0 ? "" : "\(repeated) listed twice, "
            Terminal.print("\(added) added, \(known) followed already, \(twice)\(opml.refused.count) refused.")
            for sentence in opml.limitNotices { Terminal.print("\(sentence).") }
            list("refused", opml.refused.map { "\(Self.place(of: $0))\($0.text): not a web address" })
            list("new", report, .added)
            list("followed already", report, .alreadyFollowed)
            list("listed twice in the file", report, .repeated)
            if report.added > 0 {
                Terminal.print("tidings refresh fetches due feeds; tidings serve does so by itself.")
            }
        }
    }

    /// The number of lines for each kind of feed, unless `--all` is given.
    private static let maxLines = 50

    private static func place(of refused: InvalidOPMLEntry) -> TerminalText {
        refused.line.map { "line \($0): " } ?? ""
    }

    private func list(_ heading: TerminalText, _ report: ImportReport, _ outcome: ImportReport.Entry.Outcome) {
        list(
            heading,
            report.entries.filter { $0.outcome == outcome }.map {
                "\($0.channel.rawValue)  \($0.title)  \($0.address.displayText)"
            })
    }

    private func list(_ heading: TerminalText, _ lines: [TerminalText]) {
        guard !lines.isEmpty else { return }
        Terminal.print("\(heading):")
        for line in all ? lines[...] : lines.prefix(Self.maxLines) { Terminal.print("  \(line)") }
        if !all, lines.count > Self.maxLines {
            Terminal.print("  and \(lines.count - Self.maxLines) more; --all lists them")
        }
    }

    private static func savedPages(_ bytes: [UInt8]) throws(CLIError) -> SavedPagesExport? {
        do { return try SavedPagesExportReader.read(bytes) } catch { throw CLIError(.unreadable, error.userMessage) }
    }

    private static func parseOPML(_ bytes: [UInt8]) throws(CLIError) -> OPMLImport {
        do { return try OPMLConversion().read(bytes) } catch { throw CLIError(.unreadable, error.userMessage) }
    }
}

struct ExportOPMLCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export subscriptions as OPML 2.0 to standard output.",
        discussion: """
            User names and passwords in addresses (https://name:password@host/…) are left out, since such files are often \
            shared. A key in an address's path or query is kept: without it the feed could not be fetched.
            """)

    @Flag(help: "Keep user names and passwords in addresses.")
    var withPasswords = false

    @OptionGroup var options: ReaderOptions

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, _, reader in
            let folders = try await library.subscriptions.folders(for: reader)
            Terminal.write(document: OPMLConversion().write(folders, withPasswords: withPasswords))
            let secret = folders.flatMap(\.subscriptions).count { $0.address.hasCredentials }
            guard secret > 0, !withPasswords else { return }
            Terminal.printNote(
                "The \(Plural("password").form(secret)) of \(Plural.feed.counted(secret)) \(secret == 1 ? "is" : "are") left out; --with-passwords includes them."
            )
        }
    }
}

/// A file argument, or standard input.
enum InputFile {
    /// Reads the file.
    ///
    /// - Throws: `CLIError` for a missing file or one over 64 MB.
    static func read(_ path: String) throws -> [UInt8] {
        let limit = 64 << 20
        let handle: FileHandle
        if path == "-" {
            handle = .standardInput
        } else {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw CLIError(.noInput, "There is no file \(path).")
            }
            guard !isFolder.boolValue, let opened = FileHandle(forReadingAtPath: path) else {
                throw CLIError(.noInput, "\(path) cannot be read. Is it a file of yours?")
            }
            handle = opened
        }
        let data = try handle.read(upToCount: limit + 1) ?? Data()
        guard data.count <= limit else {
            let name = path == "-" ? "Standard input" : path
            throw CLIError(.unreadable, "\(name) is larger than 64 MB, the most that is read.")
        }
        return Array(data)
    }
}
