import Library
import News
import Untrusted

/// How much is said of the stories of an open page, which asks now and then.
struct LiveCounts: Encodable {
    let story: Int64
    let comments: Int?
    let new: Int
    let points: Int?

    /// A page shows no more rows of which anything is counted than are worth asking for.
    private static let most = 120

    static func counts(for visit: Visit) async throws(LibraryError) -> [LiveCounts] {
        let named = (visit.query["stories"] ?? "").split(separator: ",").prefix(most).compactMap {
            UntrustedInteger($0)?.id
        }
        return try await visit.library.stories.talk(of: named.map(StoryID.init(rawValue:)), for: visit.reader).map {
            LiveCounts(story: $0.story.rawValue, comments: $0.comments, new: $0.new, points: $0.points)
        }
    }
}
