import Caching
import Foundation
public import News

/// A service that fetches authors' profiles and caches them for some minutes. Submitted stories are stored, so that
/// they can be opened.
public struct ProfileService: Sendable {
    let context: LibraryContext

    private var cache: BoundedCache<String, Profile> { context.profileCache }

    /// A part of a profile that can be fetched.
    public enum ProfilePart: Sendable { case about, stories, comments }

    /// Fetches one part of a profile.
    /// - Parameters:
    ///   - source: The `StorySource.id` of the author's source.
    ///   - cursor: The `ProfileDetails.next` of an earlier response.
    ///   - allowsFetch: False to return only a cached profile.
    /// - Throws: `.notThere` if the source is unknown or has no profiles; the origin's errors are in the result.
    public func profile(
        of name: String, at source: Int64, _ part: ProfilePart, after cursor: SourceCursor? = nil,
        allowsFetch: Bool = true, for reader: ReaderID
    ) async throws(LibraryError) -> ProfileDetails {
        let known = try await context.database.read { try StorySource.find(source, $0) }
        guard let known, let capability = context.sources.source(of: known.kind, at: known.site)?.profiles else {
            throw .notThere
        }
        var details = ProfileDetails(source: known, name: name)
        guard allowsFetch else {
            if part == .about { details.profile = cache.value(for: "\(source) \(name)", now: context.now()) }
            details.wasFetched = details.profile != nil
            return details
        }
        do {
            details = try await context.sources.runUntrusted { [details] in
                var details = details
                switch part {
                case .about: details.profile = try await fetchProfile(name, known, capability)
                case .stories:
                    let response = try await capability.stories(by: name, after: cursor)
                    details.stories = try await SearchResultWriter(context: context, source: known)
                        .save(response.stories, for: reader)
                    details.next = response.next == cursor ? nil : response.next
                case .comments:
                    let response = try await capability.comments(by: name, after: cursor)
                    details.comments = try await locate(response.comments, known)
                    details.next = response.next == cursor ? nil : response.next
                }
                return details
            }
        } catch let error as SourceError {
            details.failure = error
        } catch { throw LibraryError(error) }
        return details
    }

    private func fetchProfile(_ name: String, _ source: StorySource, _ capability: ProfileCapability) async throws
        -> Profile
    {
        let key = "\(source.id) \(name)"
        let now = context.now()
        if let known = cache.value(for: key, now: now) { return known }
        let profile = try await capability.profile(name)
        cache.store(profile, for: key, now: now)
        return profile
    }

    private func locate(
        _ comments: [ProfileComment], _ source: StorySource
    ) async throws(LibraryError) -> [ProfileDetails.LocatedComment] {
        try await context.database.read { transaction in
            try comments.map { try ProfileDetails.LocatedComment($0, at: source.id, transaction) }
        }
    }
}

extension ProfileDetails.LocatedComment {
    /// Creates a located comment, with the stored story and comment if there are any.
    init(_ comment: ProfileComment, at source: Int64, _ transaction: Transaction) throws {
        self.init(comment: comment)
        let story = try transaction.number(
            "select id from story where source_id = ? and key = ? and purged_at is null",
            [.number(source), .text(comment.storyKey)])
        guard let story else { return }
        let stored = try transaction.number(
            "select id from comment where story_id = ? and key = ?", [.number(story), .text(comment.comment.key)])
        localTarget = ThreadDetails.LocalTarget(
            story: StoryID(rawValue: story), comment: stored.map { CommentID(rawValue: $0) })
    }
}
