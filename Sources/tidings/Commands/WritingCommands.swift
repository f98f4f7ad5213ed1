import ArgumentParser
import Foundation
import Library
import Markup
import News
import URLs

struct ReplyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reply",
        abstract: "Comment on a story, or reply to a comment, at its own site.",
        discussion: """
            Opens the text in $VISUAL or $EDITOR; with “-”, reads it from standard input. What is refused, or cannot be \
            sent, is kept as a draft and opened again the next time.
            """)

    @Argument(help: "A story's number, a comment's as c123, or the link of either.")
    var target: String

    @Argument(help: ArgumentHelp("“-” for standard input.", valueName: "-"))
    var input: String?

    @Option(help: "How you sign at a site without accounts.")
    var name: String?

    @Option(help: "Your e-mail address, which that site does not show.")
    var email: String?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    func validate() throws {
        guard input == nil || input == "-" else {
            throw ValidationError("The text is no argument. Write it in the editor, or send it to standard input: -")
        }
    }

    func run() async throws {
        try await options.withLibrary(mustExist: true) { library, configuration, reader in
            let dependencies = AppDependencies(library, configuration)
            let library = dependencies.library
            let target = try await dependencies.writingTarget(target, for: reader)
            let (item, source) = try await located(target, library)
            guard let rules = library.outbox.rules(of: source), rules.actions.contains(.comment) else {
                throw CLIError(.unavailable, "\(source.site.host) takes no comments from here.")
            }
            let author =
                rules.needsMembership
                ? nil : try await author(item.page?.host ?? source.site.host, source, reader, library)
            let draft = WritingDraft(
                target: .comment(target.story, parent: target.comment), of: reader, library: library)
            // Standard input must not replace a draft that is written elsewhere.
            if input == nil { try await draft.open() }
            draft.text = try await text(draft.text, target, reader, library)
            guard !draft.text.isEmpty else {
                throw CLIError(.usage, "The text is empty, so nothing was sent.")
            }
            let comment = NewComment(target: item, text: draft.text, author: author)
            try await draft.perform(.comment(comment), at: source, dependencies, reader: options.reader, json: json)
        }
    }

    private func located(
        _ target: ThreadDetails.LocalTarget, _ library: NewsLibrary
    ) async throws -> (RemoteItem, StorySource) {
        do throws(LibraryError) {
            let found = try await library.outbox.item(story: target.story, comment: target.comment)
            return (found.item, found.source)
        } catch {
            guard error == .notThere else { throw error }
            throw CLIError(
                .unavailable,
                "There is no story \(target.story.rawValue). tidings read lists stories with their numbers.")
        }
    }

    // MARK: The text

    private func text(
        _ known: String, _ target: ThreadDetails.LocalTarget, _ reader: ReaderID, _ library: NewsLibrary
    ) async throws -> String {
        if input != nil { return try TextEditor.readStandardInput() }
        return try TextEditor.edit(known, remarks: try await remarks(target, reader, library))
    }

    /// Returns the text to show below the mark: the story's title and the comment to reply to.
    private func remarks(
        _ target: ThreadDetails.LocalTarget, _ reader: ReaderID, _ library: NewsLibrary
    ) async throws -> String {
        let item = try await library.discussions.item(target.comment, of: target.story, for: reader)
        var lines = ["Nothing below the line above is sent; without a text, nothing is.", "", item.row.title]
        if let comment = item.comment {
            lines += ["", "\(comment.author ?? "Somebody") wrote:"]
            let quotation: TerminalText = "\(PlainText.of(html: comment.body.text))"
            lines += quotation.lines(width: 76, indent: "> ").map(\.text)
        }
        return lines.joined(separator: "\n")
    }

    // MARK: The guest

    /// Returns the guest's name and address; nil for a member.
    private func author(
        _ host: String, _ source: StorySource, _ reader: ReaderID, _ library: NewsLibrary
    ) async throws -> GuestAuthor? {
        if try await library.memberAccounts.account(at: source, for: reader) != nil { return nil }
        var author = try await library.drafts.guestAuthor(for: reader) ?? GuestAuthor(name: "", email: "")
        author.name = try name ?? Self.known(author.name) ?? Self.ask("Your name, as \(host) shows it: ")
        author.email =
            try email ?? Self.known(author.email) ?? Self.ask("Your e-mail address, which it does not show: ")
        return author
    }

    private static func known(_ text: String) -> String? { text.isEmpty ? nil : text }

    private static func ask(_ prompt: TerminalText) throws -> String {
        guard isatty(STDIN_FILENO) == 1 else {
            throw CLIError(.usage, "Say how you sign: --name NAME --email ADDRESS")
        }
        Terminal.write(prompt)
        guard let line = readLine(strippingNewline: true), !line.isEmpty else {
            throw CLIError(.usage, "Nothing was given, so nothing was sent.")
        }
        return line
    }
}

struct SubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Submit a story: a link, a text, or both.",
        discussion: """
            Without --title, opens title, link and text in $VISUAL or $EDITOR; with “-”, reads the text from standard input. \
            What is refused, or cannot be sent, is kept as a draft and opened again the next time.
            """)

    @Argument(help: ArgumentHelp("“-” reads the text from standard input.", valueName: "-"))
    var input: String?

    @Option(help: "The title.")
    var title: String?

    @Option(help: "The link.")
    var url: String?

    @OptionGroup var place: MemberSiteOptions

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var options: ReaderOptions

    func validate() throws {
        guard input == nil || input == "-" else {
            throw ValidationError("The text is no argument. Write it in the editor, or send it to standard input: -")
        }
        guard input == nil || title != nil else { throw ValidationError("With “-”, give the title: --title TITLE") }
    }

    func run() async throws {
        try await options.withLibrary { library, configuration, reader in
            let dependencies = AppDependencies(library, configuration)
            let library = dependencies.library
            let source = try await dependencies.memberSource(site: place.site, edition: place.edition, for: reader)
            guard let rules = library.outbox.rules(of: source), rules.actions.contains(.submit) else {
                throw CLIError(.unavailable, "\(source.site.host) takes no stories from here.")
            }
            let draft = WritingDraft(target: .submission(source.id), of: reader, library: library)
            if usesEditor { try await draft.open() }
            try write(draft, source.site.host)
            let submission = NewSubmission(title: draft.title, url: draft.url, text: draft.text)
            guard !submission.title.isEmpty, !(submission.url.isEmpty && submission.text.isEmpty) else {
                throw CLIError(.usage, "A story needs a title, and a link or a text. Nothing was sent.")
            }
            try await draft.perform(.submit(submission), at: source, dependencies, reader: options.reader, json: json)
        }
    }

    private var usesEditor: Bool { input == nil && (title == nil || url == nil) }

    private func write(_ draft: WritingDraft, _ host: String) throws {
        if let title { draft.title = title }
        if let url { draft.url = url }
        if input != nil { return draft.text = try TextEditor.readStandardInput() }
        guard usesEditor else { return }
        let form = "Title: \(draft.title)\nLink: \(draft.url)\n\n\(draft.text)"
        let remarks = """
            Nothing below the line above is sent. \(host) shows the title; below it stands a link, a text, or both.
            """
        let written = try TextEditor.edit(form, remarks: remarks).split(
            separator: "\n", omittingEmptySubsequences: false)
        func field(_ name: String) -> String {
            let line = written.prefix(2).first { $0.hasPrefix(name) } ?? ""
            return String(line.dropFirst(name.count)).trimmingCharacters(in: .whitespaces)
        }
        (draft.title, draft.url) = (field("Title:"), field("Link:"))
        let rest = written.drop { $0.hasPrefix("Title:") || $0.hasPrefix("Link:") }
        draft.text = rest.joined(separator: "\n").trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
