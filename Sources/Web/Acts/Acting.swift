import Foundation
import Hummingbird
import Library
import Markup
import News
import Untrusted

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
        /// Whether the same is being done already, so that it may be asked for again in a moment.
        var isUnderWay = false
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
        case .open: try await open()
        case .older: try await OlderActs(visit: visit, form: form).ask()
        case .preferences: try await preferences()
        case .folder: try await folder()
        case .forgetSearches: try await forget()
        case .forgetSearch: try await forgetOne()
        case .mute: try await MuteActs(visit: visit, form: form).mute()
        case .unmute: try await MuteActs(visit: visit, form: form).unmute()
        case .place: try await PlaceActs(visit: visit, form: form).keep()
        case .whole: try await whole()
        case .outside: try await OutsideActs(visit: visit, form: form).ask()
        case .comments: try await DiscussionActs(visit: visit, form: form).ask()
        case .mentions: try await DiscussionActs(visit: visit, form: form).lookForMentions()
        case .endSession: try await endSession()
        case .endOthers: try await endOthers()
        }
    }

    private var library: NewsLibrary { visit.library }
    private var reader: ReaderID { visit.reader }
    private var channel: ChannelID? { form.id("channel").map(ChannelID.init(rawValue:)) }

    private func offered(_ ticket: UndoTicket, _ words: String) -> Outcome {
        Outcome(ticket: ticket.id, count: ticket.count, words: words)
    }

    private func marks() async throws(LibraryError) -> Outcome {
        guard let kind = form["kind"].flatMap(MarkKind.init(rawValue:)) else { throw .invalid(why: "No such mark.") }
        let stories = form.all("story").compactMap { UntrustedInteger($0)?.id }.map(StoryID.init(rawValue:))
        guard !stories.isEmpty else { throw .invalid(why: "No story was named.") }
        let value = form["value"] != "0"
        let ticket = try await library.marks.mark(stories, as: kind, value, for: reader)
        let words =
            switch (kind, value) {
            case (.saved, true): "Saved"
            case (.saved, false): "No longer saved"
            case (_, true): ticket.count == 1 ? "Marked read" : "\(Words.tally(ticket)) marked read"
            case (_, false): "Marked unread"
            }
        return offered(ticket, words)
    }

    /// A story was opened beside its list, where no navigation says so.
    private func open() async throws(LibraryError) -> Outcome {
        guard let story = form.id("story") else { throw .invalid(why: "No story was named.") }
        try await library.marks.open(StoryID(rawValue: story), for: reader)
        return Outcome(words: "Opened")
    }

    private func read() async throws(LibraryError) -> Outcome {
        guard let list = form["list"].flatMap({ StoryList(code: $0) }) else { throw .invalid(why: "No such list.") }
        let ticket: UndoTicket
        if let story = form.id("above").map(StoryID.init(rawValue:)) {
            ticket = try await library.marks.markRead(above: story, in: list, for: reader)
        } else {
            guard let through = form.id("through").map(StoryID.init(rawValue:)) else {
                throw .invalid(why: "It was not said up to which story.")
            }
            ticket = try await library.marks.markAllRead(list, through: through, for: reader)
        }
        return offered(ticket, "\(Words.stories(ticket)) marked read")
    }

    /// Fetches a story's whole text; the page that is shown next says what came of it.
    private func whole() async throws(LibraryError) -> Outcome {
        guard let desk = visit.house.backstage.fullTexts, let story = form.id("story").map(StoryID.init(rawValue:))
        else { throw .invalid(why: "No story was named.") }
        let outcome = try await desk.fetch(story, isAsked: form["opened"] != "1")
        return Outcome(words: Words.fullText(outcome), isUnderWay: outcome == .underWay)
    }

    private func undo() async throws(LibraryError) -> Outcome {
        guard let ticket = form.id("ticket") else { throw .invalid(why: "Nothing to undo was named.") }
        let count = try await library.marks.undo(ticket, for: reader)
        return Outcome(count: count, words: "Undone")
    }

    private func refresh(_ channel: ChannelID?) async throws(LibraryError) -> Outcome {
        let asked =
            if channel == nil, !visit.edition.isReadersOwn {
                try await library.editions.requestRefresh(of: visit.edition.id, for: reader)
            } else {
                try await library.refreshing.requestRefresh(channel.map { [$0] }, reason: .asked, for: reader)
            }
        if asked.accepted > 0 { return Outcome(count: asked.accepted, words: "Updating...") }
        if asked.tooSoon > 0 { return Outcome(words: "Asked less than a minute ago") }
        return Outcome(words: asked.waiting > 0 ? "The origins asked us to wait" : "Nothing to ask")
    }

    private func follow() async throws(LibraryError) -> Outcome {
        if let channel {
            let feed = try await library.subscriptions.follow(channel, folder: named("folder"), for: reader)
            return Outcome(count: 1, words: "You follow \(feed.title)")
        }
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
            ticket: ticket?.id, count: 1, words: "You follow \(feed.title)",
            go: visit.path(Route.channel(feed.id, depth: 0)))
    }

    private func named(_ field: String) -> String? {
        let text = (form[field] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : String(text.prefix(200))
    }

    private func unfollow() async throws(LibraryError) -> Outcome {
        guard let channel else { throw .invalid(why: "No feed was named.") }
        let feed = try await library.subscriptions.one(channel, for: reader)
        let ticket = try await library.subscriptions.unfollow(channel, for: reader)
        return Outcome(
            ticket: ticket.id, count: 1, words: "\(feed.title) is no longer followed", go: visit.path(Route.feeds))
    }

    private func settle() async throws(LibraryError) -> Outcome {
        guard let channel else { throw .invalid(why: "No feed was named.") }
        try await library.subscriptions.rename(channel, to: named("title"), for: reader)
        try await library.subscriptions.move(channel, to: named("folder"), for: reader)
        if let choice = form["fullText"].flatMap(FullTextChoice.init(rawValue:)) {
            try await library.subscriptions.setFullText(of: channel, choice, for: reader)
        }
        return Outcome(words: "Changed")
    }

    private func carryIn() async throws(LibraryError) -> Outcome {
        guard let file, !file.isEmpty else { throw .invalid(why: "Choose an OPML file first.") }
        let brought: BroughtOutlines
        do { brought = try visit.house.backstage.readOutlines(file) } catch { throw .invalid(why: error.sentence) }
        var outcome = try await follow(brought.feeds, unusable: brought.unusable.count)
        outcome.words = ([outcome.words].compactMap(\.self) + brought.leftOut).joined(separator: ". ")
        return outcome
    }

    private func shelf() async throws(LibraryError) -> Outcome {
        let shelves = visit.house.backstage.shelves
        guard let index = form.number("shelf")?.int(in: 0...Int.max), let shelf = shelves.element(at: index) else {
            throw .invalid(why: "There is no such shelf.")
        }
        return try await follow(shelf.feeds)
    }

    private func follow(_ feeds: [ImportedFeed], unusable: Int = 0) async throws(LibraryError) -> Outcome {
        let report = try await library.subscriptions.importOutlines(feeds, for: reader)
        let there = report.alreadyThere == 0 ? "" : ", \(report.alreadyThere) followed already"
        let useless = report.refused.count + unusable
        let refused = useless == 0 ? "" : ", \(useless) without a usable address"
        return Outcome(
            ticket: report.ticket?.id, count: report.added,
            words: "\(Words.feeds(report.added)) added\(there)\(refused)",
            go: report.added == 0 ? visit.path(Route.feeds) : visit.path(Route.today))
    }

    private func preferences() async throws(LibraryError) -> Outcome {
        try await library.readers.setPreferences(ReadingChoices.read(form, over: visit.preferences), for: reader)
        return Outcome(words: "Changed")
    }

    private func folder() async throws(LibraryError) -> Outcome {
        guard let id = form.id("folder").map(SectionID.init(rawValue:)) else {
            throw .invalid(why: "No folder was named.")
        }
        if let title = named("title") {
            try await library.subscriptions.renameFolder(id, to: title, for: reader)
        } else {
            try await library.subscriptions.removeFolder(id, for: reader)
        }
        return Outcome(words: "Changed")
    }

    private func endSession() async throws(LibraryError) -> Outcome {
        guard let id = form.id("session") else { throw .invalid(why: "No device was named.") }
        try await library.sessions.end(ReaderSession.ID(rawValue: id), for: reader)
        return Outcome(count: 1, words: SignInWords.ended)
    }

    /// Needs a session of its own: who came in without one has no device to keep.
    private func endOthers() async throws(LibraryError) -> Outcome {
        let count = try await library.sessions.endAll(for: reader, but: Caller.current?.session?.id)
        return Outcome(count: count, words: SignInWords.others(count))
    }

    private func forget() async throws(LibraryError) -> Outcome {
        try await library.search.forgetRecent(for: reader)
        return Outcome(words: "Cleared")
    }

    private func forgetOne() async throws(LibraryError) -> Outcome {
        guard let words = form["words"] else { throw .invalid(why: "No search was named.") }
        try await library.search.forget(words, for: reader)
        return Outcome(words: "Forgotten")
    }
}
