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

    private func fetchProfile(
        _ name: String, _ source: StorySource, _ capability: any ProfileCapability
    ) async throws -> Profile {
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
            try ProfileDetails.LocatedComment.located(comments, at: source.id, transaction)
        }
    }
}

extension ProfileDetails.LocatedComment {
    /// Returns comments with the stored stories and comments, if there are any.
    static func located(
        _ comments: [ProfileComment], at source: Int64, _ transaction: Transaction
    ) throws -> [ProfileDetails.LocatedComment] {
        let (stories, keys) = (SQLList(comments.map(\.storyKey)), SQLList(comments.map(\.comment.key)))
        let found = try transaction.all(
            """
            select s.origin_key as story_key, s.id as story_id, c.origin_key as comment_key, c.id as comment_id
            from story s left join comment c on c.story_id = s.id and c.origin_key in \(keys.sql)
            where s.source_id = ? and s.origin_key in \(stories.sql) and s.purged_at is null
            """, keys.arguments + [.number(source)] + stories.arguments
        ) { row in
            (
                storyKey: row.text("story_key"), story: StoryID(rawValue: row.number("story_id")),
                commentKey: row.text("comment_key"), comment: row.optionalNumber("comment_id")
            )
        }
        var storyOfKey: [String: StoryID] = [:]
        var commentsOfStory: [StoryID: [String: CommentID]] = [:]
        for row in found {
            storyOfKey[row.storyKey] = row.story
            commentsOfStory[row.story, default: [:]][row.commentKey] = row.comment.map { CommentID(rawValue: $0) }
        }
        return comments.map { comment in
            let target = storyOfKey[comment.storyKey].map {
                ThreadDetails.LocalTarget(story: $0, comment: commentsOfStory[$0]?[comment.comment.key])
            }
            return ProfileDetails.LocatedComment(comment: comment, localTarget: target)
        }
    }
}
