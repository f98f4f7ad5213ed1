import News
import Untrusted

/// The pages of a thread that were read, and their comments in the order that the site shows.
///
/// Page 1 always has the oldest threads. The story's own page is the first or the last page (`default_comments_page`);
/// each page may begin with its newest thread (`comment_order`).
struct CommentPages {
    private let first: CommentPageParser
    private var pages: [Int: CommentPageParser] = [:]
    private var numbers: Set<Int>
    /// The number of the story's own page; nil until a second page shows it.
    private var ownNumber: Int?

    init(_ first: CommentPageParser) {
        self.first = first
        numbers = first.otherPages
        ownNumber = first.ownNumber ?? Self.ownNumber(besides: first.otherPages)
        if let ownNumber { pages[ownNumber] = first }
    }

    /// Derives the number from the links on the story's own page, which has no link to itself: if page 1 is linked, the
    /// story's page is the last one.
    private static func ownNumber(besides others: Set<Int>) -> Int? {
        guard let last = others.max() else { return 1 }
        if others.contains(1) || !others.contains(2) { return last + 1 }
        // A single link to page 2 may lead forward from page 1 or back from page 3.
        return last > 2 ? 1 : nil
    }

    var count: Int { ownNumber == nil ? pages.count + 1 : pages.count }

    /// The number of the next page to fetch; nil if there is none.
    var nextNumber: Int? { numbers.subtracting(pages.keys).min() }

    mutating func add(_ page: CommentPageParser, number: Int) {
        pages[number] = page
        numbers.formUnion(page.otherPages)
        guard ownNumber == nil else { return }
        var isFirst = true
        if let own = Self.oldest(first), let other = Self.oldest(page) { isFirst = own < other }
        let own = isFirst ? 1 : number + 1
        ownNumber = own
        pages[own] = first
    }

    /// True if every page was read and understood.
    var isComplete: Bool {
        numbers.isSubset(of: pages.keys) && pages.values.allSatisfy { $0.diagnostics.isEmpty }
    }

    var isCut: Bool { pages.values.contains(where: \.isCut) }

    var comments: [FetchedComment] {
        let ascending = pages.sorted { $0.key < $1.key }.map { Self.comments(of: $0.value) }
        return (isNewestFirst ? ascending.reversed() : ascending).flatMap { $0 }.uniqued()
    }

    /// True if most pages list their newest threads first; ids rise with time.
    private var isNewestFirst: Bool {
        var balance = 0
        for page in pages.values {
            let ids = Self.comments(of: page).filter { $0.parentKey == nil }.compactMap(Self.id)
            for (one, next) in zip(ids, ids.dropFirst()) { balance += one < next ? 1 : -1 }
        }
        return balance < 0
    }

    private static func comments(of page: CommentPageParser) -> [FetchedComment] {
        guard case .comments(let comments) = page.outcome else { return [] }
        // The last comment of a cut page may be incomplete.
        return page.isCut && comments.count > 1 ? Array(comments.dropLast()) : comments
    }

    private static func oldest(_ page: CommentPageParser) -> Int? { comments(of: page).compactMap(id).min() }

    private static func id(_ comment: FetchedComment) -> Int? {
        UntrustedInteger(digits: comment.key)?.int(in: 0...Int.max)
    }
}
