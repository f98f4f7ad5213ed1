import Foundation
import Hummingbird
import Library
import Markup
import News

/// What a POST does, and what it answers: without script the way back to the page, with script the facts it needs.
struct Acting {
    let visit: Visit
    let form: Query
    /// The bytes of an uploaded file, if the form had one.
    var file: [UInt8]?

    /// What came of an act.
    struct Outcome: Encodable {
        var ticket: Int64?
        var count: Int?
        var words: String?
        /// Where to go instead of back.
        var go: String?
        /// Whether `words` say that it failed.
        var failed = false
    }

    /// Carries the act out.
    func carryOut(_ act: Route.Act) async throws(LibraryError) -> Outcome {
        switch act {
        case .marks: try await marks()
        case .read: try await read()
        case .undo: try await undo()
        case .refresh: try await refresh(nil)
        case .retry: try await refresh(channel)
        case .follow: try await follow()
        case .unfollow: try await unfollow()
        case .settle: try await settle()
        case .carryIn: try await carryIn()
        case .shelf: try await shelf()
        case .preferences: try await preferences()
        case .folder: try await folder()
        case .forgetSearches: try await forget()
        }
    }

    private var library: NewsLibrary { visit.library }
    private var reader: ReaderID { visit.reader }
    private var channel: ChannelID? { form.number("channel").map(ChannelID.init(rawValue:)) }

    private func offered(_ ticket: UndoTicket, _ words: String) -> Outcome {
        Outcome(ticket: ticket.id, count: ticket.count, words: words)
    }

    private func marks() async throws(LibraryError) -> Outcome {
        guard let kind = form["kind"].flatMap(MarkKind.init(rawValue:)) else { throw .invalid(why: "No such mark.") }
        let stories = form.all("story").compactMap { Int64($0) }.map(StoryID.init(rawValue:))
        guard !stories.isEmpty else { throw .invalid(why: "No story was named.") }
        let value = form["value"] != "0"
        let ticket = try await library.marks.mark(stories, as: kind, value, for: reader)
        let words =
            switch (kind, value) {
            case (.saved, true): "Saved"
            case (.saved, false): "No longer saved"
            case (_, true): ticket.count == 1 ? "Marked read" : "\(ticket.count) marked read"
            case (_, false): "Marked unread"
            }
        return offered(ticket, words)
    }

    private func read() async throws(LibraryError) -> Outcome {
        guard let list = form["list"].flatMap({ StoryList(code: $0) }) else { throw .invalid(why: "No such list.") }
        let ticket: UndoTicket
        if let story = form.number("above").map(StoryID.init(rawValue:)) {
            ticket = try await library.marks.markRead(above: story, in: list, for: reader)
        } else {
            guard let through = form.number("through").map(StoryID.init(rawValue:)) else {
                throw .invalid(why: "It was not said up to which story.")
            }
            ticket = try await library.marks.markAllRead(list, through: through, for: reader)
        }
        return offered(ticket, "\(Words.stories(ticket.count)) marked read")
    }

    private func undo() async throws(LibraryError) -> Outcome {
        guard let ticket = form.number("ticket") else { throw .invalid(why: "Nothing to undo was named.") }
        let count = try await library.marks.undo(ticket, for: reader)
        return Outcome(count: count, words: "Undone")
    }

    private func refresh(_ channel: ChannelID?) async throws(LibraryError) -> Outcome {
        let asked = try await library.refreshing.requestRefresh(channel.map { [$0] }, reason: .asked, for: reader)
        if asked.accepted > 0 { return Outcome(count: asked.accepted, words: "Updating...") }
        if asked.tooSoon > 0 { return Outcome(words: "Asked less than a minute ago") }
        return Outcome(words: asked.waiting > 0 ? "The origins asked us to wait" : "Nothing to ask")
    }

    private func follow() async throws(LibraryError) -> Outcome {
        guard let address = form["address"].flatMap({ WebAddress($0) }) else {
            throw .invalid(why: "That is not a web address.")
        }
        let facts = ChannelFacts(
            title: form["title"].flatMap { $0.isEmpty ? nil : $0 }, site: form["site"].flatMap { WebAddress($0) },
            icon: form["icon"].flatMap { WebAddress($0) })
        let found = FoundChannel(
            kind: SourceKind(rawValue: form["kind"] ?? SourceKind.feed.rawValue), address: address, facts: facts)
        let feed = try await library.subscriptions.follow(found, folder: named("folder"), for: reader)
        let ticket = try await library.marks.lastUndo(for: reader, within: ReaderMemory.offer)
        return Outcome(
            ticket: ticket?.id, count: 1, words: "You follow \(feed.title)", go: Route.channel(feed.id, depth: 0).path)
    }

    private func named(_ field: String) -> String? {
        let text = (form[field] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : String(text.prefix(200))
    }

    private func unfollow() async throws(LibraryError) -> Outcome {
        guard let channel else { throw .invalid(why: "No feed was named.") }
        let feed = try await library.subscriptions.one(channel, for: reader)
        let ticket = try await library.subscriptions.unfollow(channel, for: reader)
        return Outcome(ticket: ticket.id, count: 1, words: "\(feed.title) is no longer followed", go: Route.feeds.path)
    }

    private func settle() async throws(LibraryError) -> Outcome {
        guard let channel else { throw .invalid(why: "No feed was named.") }
        try await library.subscriptions.rename(channel, to: named("title"), for: reader)
        try await library.subscriptions.move(channel, to: named("folder"), for: reader)
        return Outcome(words: "Changed")
    }

    private func carryIn() async throws(LibraryError) -> Outcome {
        guard let file, !file.isEmpty else { throw .invalid(why: "Choose an OPML file first.") }
        let feeds: [ImportedFeed]
        do { feeds = try visit.house.backstage.readOutlines(file) } catch { throw .invalid(why: error.sentence) }
        return try await follow(feeds)
    }

    private func shelf() async throws(LibraryError) -> Outcome {
        let shelves = visit.house.backstage.shelves
        guard let index = form.number("shelf").flatMap({ Int(exactly: $0) }), shelves.indices.contains(index) else {
            throw .invalid(why: "There is no such shelf.")
        }
        return try await follow(shelves[index].feeds)
    }

    private func follow(_ feeds: [ImportedFeed]) async throws(LibraryError) -> Outcome {
        let report = try await library.subscriptions.importOutlines(feeds, for: reader)
        let there = report.alreadyThere == 0 ? "" : ", \(report.alreadyThere) followed already"
        let refused = report.refused.isEmpty ? "" : ", \(report.refused.count) without a usable address"
        return Outcome(
            ticket: report.ticket?.id, count: report.added, words: "\(report.added) feeds added\(there)\(refused)",
            go: report.added == 0 ? Route.feeds.path : Route.today.path)
    }

    private func preferences() async throws(LibraryError) -> Outcome {
        var p = visit.preferences
        if let size = form.number("textSize") { p.textSize = min(5, max(1, Int(size))) }
        if let face = form["face"].flatMap(Preferences.Face.init(rawValue:)) { p.face = face }
        if let theme = form["theme"].flatMap(Preferences.Theme.init(rawValue:)) { p.theme = theme }
        if let measure = form["measure"].flatMap(Preferences.Measure.init(rawValue:)) { p.measure = measure }
        if form["part"] != "scroll" || form["markOnScroll"] != nil { p.markOnScroll = form["markOnScroll"] == "1" }
        if form["offered"] == "1" { p.markOnScrollOffered = true }
        try await library.readers.setPreferences(p, for: reader)
        return Outcome(words: "Changed")
    }

    private func folder() async throws(LibraryError) -> Outcome {
        guard let id = form.number("folder").map(SectionID.init(rawValue:)) else {
            throw .invalid(why: "No folder was named.")
        }
        if let title = named("title") {
            try await library.subscriptions.renameFolder(id, to: title, for: reader)
        } else {
            try await library.subscriptions.removeFolder(id, for: reader)
        }
        return Outcome(words: "Changed")
    }

    private func forget() async throws(LibraryError) -> Outcome {
        try await library.search.forgetRecent(for: reader)
        return Outcome(words: "Cleared")
    }
}
