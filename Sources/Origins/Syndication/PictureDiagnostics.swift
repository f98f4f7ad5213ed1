import Feeds
public import Fetching
import Foundation
import JSON
import Markup
public import News
public import URLs

/// A report on each image of a channel's stories: shown, replaced or left out.
public struct PictureDiagnostics: Sendable {
    private let fetcher: Fetcher
    private let policy: ThumbnailPolicy

    /// - Parameter policy: the thumbnail policy for WordPress sites.
    public init(fetcher: Fetcher, policy: ThumbnailPolicy = .standard) {
        self.fetcher = fetcher
        self.policy = policy
    }

    /// Fetches the newest stories with their images, in one request.
    /// - Parameter kind: the source kind; nil to detect the kind.
    /// - Throws: `SourceError`; causes name the host.
    public func stories(
        in address: WebAddress, of kind: SourceKind? = nil
    ) async throws(SourceError) -> [StoryPictureReport] {
        let (stories, found) = try await fetchStories(address)
        return stories.map { story in
            StoryPictureReport(title: story.title, link: story.link, images: reports(story, of: kind ?? found))
        }
    }

    private func fetchStories(_ address: WebAddress) async throws(SourceError) -> ([FetchedStory], SourceKind) {
        if let root = RESTRoot(above: address) {
            let api = JSONAPIClient(fetcher: fetcher)
            let value = try api.value(of: try await api.fetch(WordPressSource.firstPage(of: address)))
            var mapper = WordPressMapper(root: root, normalizer: nil)
            return (mapper.stories(value.elements ?? []), .wordPress)
        }
        let request = FetchRequest(address: address.text, accept: SyndicationSource.accept)
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
        do {
            let (mapper, entries) = try SyndicationSource.parse(response, requestedAt: address)
            return (mapper.stories(EntryKeyAssignment(entries)).stories, WordPressDetector.kind(ofFeed: response.body))
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private func reports(_ story: FetchedStory, of kind: SourceKind) -> [PictureReport] {
        let kept = kind == .wordPress ? WordPressStoryNormalizer(policy: policy).normalized(story) : story
        let shown = Dictionary(
            kept.pictures.map { (PictureIdentity(of: $0.address), $0.address) }, uniquingKeysWith: { first, _ in first }
        )
        var findings: [PictureReport] = []
        var seen: Set<PictureIdentity> = []
        for (tag, link) in ThumbnailUpgrader.images(of: Array(story.original.utf8), base: story.base) {
            guard let source = ThumbnailUpgrader.source(of: tag, base: story.base) else {
                findings.append(PictureReport(tag["src"].map { String($0.prefix(60)) } ?? "", .noURL))
                continue
            }
            let identity = PictureIdentity(of: source)
            let isFirst = seen.insert(identity).inserted
            findings.append(
                PictureReport(source.text, outcome(of: source, link, shown[identity], isFirst: isFirst, kind)))
        }
        let attached = kept.pictures.filter { !seen.contains(PictureIdentity(of: $0.address)) }
        return findings + attached.map { PictureReport($0.address.text, .attached) }
    }

    private func outcome(
        of source: WebAddress, _ link: WebAddress?, _ shown: WebAddress?, isFirst: Bool, _ kind: SourceKind
    ) -> PictureReport.Outcome {
        guard let shown else { return .tooSmall }
        guard isFirst else { return .duplicate }
        if kind == .wordPress, shown != source {
            if case .thumbnail(let width, let height, _, let isLinked) = policy.decision(on: source, linkedTo: link) {
                return .thumbnail(width: width, height: height, full: shown, isLinked: isLinked)
            }
        }
        return shown == source ? .shown : .replacedByLarger(shown)
    }
}

/// The images of a story with their outcomes.
public struct StoryPictureReport: Sendable {
    /// The story's title.
    public var title: String
    /// The story's page.
    public var link: WebAddress?
    /// The images of the text, then the attached ones.
    public var images: [PictureReport]
}

/// An image with its outcome.
public struct PictureReport: Sendable, Hashable {
    /// The address as written by the origin.
    public var address: String
    /// The decision about the image.
    public var outcome: Outcome

    /// The decision about an image.
    public enum Outcome: Sendable, Hashable {
        case shown
        /// An image that is attached to the story but not in its text.
        case attached
        /// An image that is replaced by a larger file of the same image.
        case replacedByLarger(WebAddress)
        /// A small copy, recognized by its file name, that is replaced by the full file.
        case thumbnail(width: Int, height: Int, full: WebAddress, isLinked: Bool)
        /// A repetition of an earlier image.
        case duplicate
        case tooSmall
        case noURL
    }

    init(_ address: String, _ outcome: Outcome) {
        self.address = address
        self.outcome = outcome
    }

    /// True if this very file is shown.
    public var isShown: Bool { outcome == .shown || outcome == .attached }

    /// The outcome in a few words.
    public var explanation: String {
        switch outcome {
        case .shown: "in the text"
        case .attached: "given beside the text"
        case .replacedByLarger(let file): "the same picture is shown from a larger file, \(file.text)"
        case .thumbnail(let width, let height, let full, let isLinked):
            "a thumbnail (\(width) × \(height)); "
                + (isLinked ? "the full file that it links to is shown, " : "the full file of its name is shown, ")
                + full.text
        case .duplicate: "the same picture came before"
        case .tooSmall: "hidden, too small to be seen, or there to count visitors"
        case .noURL: "it has no address of the web"
        }
    }
}
