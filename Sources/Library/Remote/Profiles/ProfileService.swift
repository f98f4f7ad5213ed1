import Foundation
public import News
import Synchronization

/// Who people are at origins that say so. Nothing of it is kept but, for some minutes and of the last few, who they are; what
/// they submitted is kept as what a search found is, so that it can be opened.
public struct ProfileService: Sendable {
    private let library: NewsLibrary
    private let catalog: SourceCatalog
    private let cache = ProfileCache()

    public init(library: NewsLibrary, catalog: SourceCatalog) {
        self.library = library
        self.catalog = catalog
    }

    /// What of somebody is asked for.
    public enum ProfilePart: Sendable { case about, stories, comments }

    /// Asks an origin about somebody.
    /// - Parameters:
    ///   - source: `StorySource.id`.
    ///   - cursor: `ProfileDetails.next` of an earlier answer.
    ///   - mayAsk: whether the origin may be asked; else there is what is known, and that nobody was asked.
    /// - Throws: `.notThere` for an unknown source, and for one whose people have no pages; what the origin says is in the
    ///   answer.
    public func profile(
        of name: String, at source: Int64, _ part: ProfilePart, after cursor: SourceCursor? = nil, mayAsk: Bool = true,
        for reader: ReaderID
    ) async throws(LibraryError) -> ProfileDetails {
        let known = try await library.context.database.read { try StorySource.find(source, $0) }
        guard let known, let people = catalog.source(of: known.kind, at: known.site)?.profiles else { throw .notThere }
        var details = ProfileDetails(source: known, name: name)
        guard mayAsk else {
            if part == .about { details.profile = cache.profile("\(source) \(name)", at: library.context.now()) }
            details.wasFetched = details.profile != nil
            return details
        }
        do {
            switch part {
            case .about: details.profile = try await fetchProfile(name, known, people)
            case .stories:
                let answer = try await people.stories(by: name, after: cursor)
                details.stories = try await SearchResultWriter(context: library.context, source: known)
                    .save(answer.stories, for: reader)
                details.next = answer.next == cursor ? nil : answer.next
            case .comments:
                let answer = try await people.comments(by: name, after: cursor)
                details.comments = try await locate(answer.comments, known)
                details.next = answer.next == cursor ? nil : answer.next
            }
        } catch let error as SourceError {
            details.failure = error
        } catch { throw LibraryError(error) }
        return details
    }

    private func fetchProfile(_ name: String, _ source: StorySource, _ people: ProfileCapability) async throws
        -> Profile
    {
        let key = "\(source.id) \(name)"
        let now = library.context.now()
        if let known = cache.profile(key, at: now) { return known }
        let person = try await people.profile(name)
        cache.insert(person, as: key, at: now)
        return person
    }

    private func locate(
        _ comments: [ProfileComment], _ source: StorySource
    ) async throws(LibraryError) -> [ProfileDetails.LocatedComment] {
        try await library.context.database.read { transaction in
            try comments.map { said in
                let story = try transaction.number(
                    "select id from story where source_id = ? and key = ? and purged_at is null",
                    [.number(source.id), .text(said.storyKey)])
                guard let story else { return ProfileDetails.LocatedComment(comment: said) }
                let comment = try transaction.number(
                    "select id from comment where story_id = ? and key = ?",
                    [.number(story), .text(said.comment.key)])
                return ProfileDetails.LocatedComment(
                    comment: said,
                    localTarget: ThreadDetails.LocalTarget(
                        story: StoryID(rawValue: story), comment: comment.map { CommentID(rawValue: $0) }))
            }
        }
    }
}

/// Who the last few people are, for some minutes: going back and forth between pages asks nobody again.
///
/// Invariant: at most `most` people, none older than `freshness` when it is handed out.
final class ProfileCache: Sendable {
    private static let maxEntries = 40
    private static let lifetime: TimeInterval = 300
    private let entries = Mutex<[String: (person: Profile, at: Date)]>([:])

    func profile(_ key: String, at now: Date) -> Profile? {
        entries.withLock { kept in
            guard let known = kept[key], now.timeIntervalSince(known.at) < Self.lifetime else { return nil }
            return known.person
        }
    }

    func insert(_ person: Profile, as key: String, at now: Date) {
        entries.withLock { kept in
            if kept.count >= Self.maxEntries, let oldest = kept.min(by: { $0.value.at < $1.value.at })?.key {
                kept[oldest] = nil
            }
            kept[key] = (person, now)
        }
    }
}
