import Caching
import Library
import News

/// Where a reader's last action can be undone: on the page that it led to. Elsewhere the offer would be out of place.
struct UndoOffers: Sendable {
    /// Of a path; longer ones are nobody's.
    private static let maxLength = 4_000
    private let pages = BoundedCache<ReaderID, (ticket: Int64, path: String)>(maxCount: 500)

    /// - Parameter path: may have a query or a fragment, which do not matter.
    func store(_ ticket: Int64, at path: String, for reader: ReaderID) {
        pages.store((ticket, String(Self.pathOnly(path).prefix(Self.maxLength))), for: reader)
    }

    func isOffered(_ token: UndoToken, at path: String, to reader: ReaderID) -> Bool {
        guard let page = pages.value(for: reader) else { return false }
        return page.ticket == token.id && page.path == Self.pathOnly(path)
    }

    private static func pathOnly(_ path: String) -> String { String(path.prefix { $0 != "?" && $0 != "#" }) }
}
