import Foundation
import Markup
import News
import URLs

extension HackerNewsMembership {
    func list(
        _ list: MemberItemList, after cursor: SourceCursor?, as session: MemberSession
    ) async throws(SourceError) -> MemberItemListResponse {
        let first = "\(client.endpoints.site)/\(Self.path(of: list, session.name.percentEncoded))"
        let address = cursor?.rawValue ?? first
        // A cursor comes from the address bar and must lead to the same page, since other pages could perform actions
        // for the member.
        guard Self.page(of: address) == Self.page(of: first) else {
            throw .notAllowed(FailureCause(.foreignPage(address), at: client.host))
        }
        let page = try await client.memberPage(address, as: session)
        var response = MemberItemListResponse(karma: page.karma)
        switch list {
        case .submissions, .favourites, .upvoted, .hidden:
            let found = try client.mapper.list(page.html, host: client.host, mayBeEmpty: true)
            if let doubt = found.validator.doubt(requiring: HackerNewsScraper.listParts) {
                throw .unreadable(FailureCause(.doubtfulPage(doubt), at: client.host))
            }
            response.stories = found.stories
            response.next = next(found.moreLink, on: page)
        case .comments, .favouriteComments, .upvotedComments, .replies:
            let rows = client.mapper.comments(in: page.root, by: nil)
            response.comments = Self.comments(rows, in: list, of: session.name)
            response.next = next(page.first("item.more")?["href"], on: page)
        }
        return response
    }

    private static func path(of list: MemberItemList, _ name: String) -> String {
        switch list {
        case .submissions: "submitted?id=\(name)"
        case .comments, .replies: "threads?id=\(name)"
        case .favourites: "favorites?id=\(name)"
        case .favouriteComments: "favorites?id=\(name)&comments=t"
        case .upvoted: "upvoted?id=\(name)"
        case .upvotedComments: "upvoted?id=\(name)&comments=t"
        case .hidden: "hidden?id=\(name)"
        }
    }

    private static func page(of address: String) -> Substring { address.prefix { $0 != "?" && $0 != "#" } }

    private func next(_ link: String?, on page: HackerNewsMemberPage) -> SourceCursor? {
        guard let address = link.flatMap({ WebAddress($0, base: page.address) }),
            client.endpoints.isAtOrigin(address)
        else { return nil }
        return SourceCursor(rawValue: address.text)
    }

    /// Maps the rows of a list. A member's own comments are listed with the replies below them, and only the topmost
    /// comment names the story.
    private static func comments(
        _ rows: [HackerNewsPageMapper.CommentRow], in list: MemberItemList, of name: String
    ) -> [ProfileComment] {
        var path: [FetchedComment] = []
        var story: (key: String, title: String?)?
        var found: [ProfileComment] = []
        for row in rows {
            path = Array(path.prefix(row.depth ?? 0))
            if path.isEmpty { story = nil }
            if let key = row.story { story = (key, row.storyTitle) }
            let parent = path.last
            var comment = row.comment
            comment.parentKey = parent?.key
            path.append(comment)
            let isWanted =
                switch list {
                case .comments: comment.author == name
                case .replies: parent?.author == name && comment.author != nil && comment.author != name
                default: true
                }
            guard isWanted else { continue }
            found.append(
                ProfileComment(comment: comment, storyKey: story?.key ?? comment.key, storyTitle: story?.title))
        }
        guard list == .replies else { return found }
        return found.sorted { ($0.comment.publishedAt ?? .distantPast) > ($1.comment.publishedAt ?? .distantPast) }
    }
}
