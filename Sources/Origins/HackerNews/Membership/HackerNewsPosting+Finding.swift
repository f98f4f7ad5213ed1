import Foundation
import Markup
import News
import URLs

extension HackerNewsPosting {
    /// The assumed maximum difference between the site's clock and the local clock in seconds.
    private static let tolerance: TimeInterval = 120

    // MARK: Finding

    /// Fetches the page that would show the action's effect.
    /// - Returns: nil if the page does not show the effect.
    func find(
        _ action: RemoteAction, sentAt: Date, as session: MemberSession?
    ) async throws(SourceError) -> RemoteActionOutcome? {
        guard let session else { throw .signInNeeded }
        switch action {
        case .comment(let comment): return try await find(comment, since: sentAt, session)
        case .submit(let submission): return try await find(submission, since: sentAt, session)
        case .edit(let item, let text):
            let page = try await client.page("\(endpoints.site)/edit?id=\(try Self.id(of: item))", as: session)
            guard page.isSignedIn(as: session) || page.form("form.edit") != nil else {
                throw page.failure(at: client.host)
            }
            let known = page.form("form.edit")?.controls.first { $0.name == "text" }?.value
            return known.map(Self.words) == Self.words(text) ? .accepted() : nil
        case .delete(let item): return try await isDeleted(item, session) ? .accepted() : nil
        case .vote(let item, let vote): return try await holds(item, session) { $0.vote == vote }
        case .favourite(let item, let isOn): return try await holds(item, session) { $0.isOn(.favourite) == isOn }
        case .hide(let item, let isOn): return try await holds(item, session) { $0.isOn(.hide) == isOn }
        case .flag(let item, let isOn): return try await holds(item, session) { $0.isOn(.flag) == isOn }
        case .updateProfile(let changes):
            let profile = try await membership.profile(as: session)
            let values = Dictionary(profile.fields.map { ($0.name, $0.value) }) { first, _ in first }
            let isDone = changes.allSatisfy { values[$0.key].map(Self.words) == Self.words($0.value) }
            return isDone ? .accepted() : nil
        }
    }

    private func holds(
        _ item: RemoteItem, _ session: MemberSession, _ isDone: (HackerNewsControls) -> Bool
    ) async throws(SourceError) -> RemoteActionOutcome? {
        isDone(try await controls(of: try Self.id(of: item), session)) ? .accepted() : nil
    }

    private func isDeleted(_ item: RemoteItem, _ session: MemberSession) async throws(SourceError) -> Bool {
        let id = try Self.id(of: item)
        do {
            let page = try await client.memberPage("\(endpoints.site)/item?id=\(id)", as: session)
            let row = page.root.all(client.selectors.selector("list.row")).first { client.mapper.id($0) == id }
            return row?.text.contains(client.selectors.text("item.deleted")) ?? false
        } catch {
            guard case .notThere = error else { throw error }
            return true
        }
    }

    // MARK: New items

    /// Searches the page of the member's own comments, which are newest first; a long thread may show the comment far
    /// below. The page of the story or comment that was answered is searched next.
    private func find(
        _ comment: NewComment, since sentAt: Date, _ session: MemberSession
    ) async throws(SourceError) -> RemoteActionOutcome? {
        let target = try Self.id(of: comment.target)
        for path in ["threads?id=\(session.name.percentEncoded)", "item?id=\(target)"] {
            let page = try await client.memberPage("\(endpoints.site)/\(path)", as: session)
            let rows = client.mapper.comments(in: page.root, by: nil)
            let found = rows.first { row in
                // The story is named by the topmost comment of a thread only.
                (row.story == nil || row.story == comment.target.storyKey) && row.comment.author == session.name
                    && isRecent(row.comment.publishedAt, since: sentAt) && isSame(row.comment, comment.text)
            }
            if let found {
                return .accepted(RemoteLocation(key: found.comment.key, page: found.comment.link))
            }
        }
        return nil
    }

    private func find(
        _ submission: NewSubmission, since sentAt: Date, _ session: MemberSession
    ) async throws(SourceError) -> RemoteActionOutcome? {
        let response = try await membership.list(.submissions, after: nil, as: session)
        let link = WebAddress(submission.url)
        // The site removes some words from titles.
        let found = response.stories.first { story in
            guard isRecent(story.publishedAt, since: sentAt) else { return false }
            if let link, let known = story.externalLink { return known.isSamePage(as: link) }
            return Self.words(story.title) == Self.words(submission.title)
        }
        return found.map { .accepted(RemoteLocation(key: $0.key, page: $0.discussionLink)) }
    }

    private func isRecent(_ date: Date?, since sentAt: Date) -> Bool {
        date.map { $0.timeIntervalSince(sentAt) >= -Self.tolerance } ?? false
    }

    /// Compares the letters and digits of the visible texts, since the site's markup and the local preview separate
    /// words differently.
    private func isSame(_ comment: FetchedComment, _ text: String) -> Bool {
        let shown = client.mapper.mapper.text(CommentMarkup.hackerNews.preview(text).text).plain
        let found = Self.words(comment.text)
        return !found.isEmpty && [shown, text].contains { Self.words($0) == found }
    }

    static func words(_ text: String) -> String {
        let letters = text.lowercased().filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? text.filter { !$0.isWhitespace } : letters
    }
}
