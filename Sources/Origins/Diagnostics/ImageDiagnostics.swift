import Feeds
public import Fetching
import Foundation
public import Markup
public import News

/// Reports what becomes of every image of a channel's stories, and why: for finding out where an image went.
public struct ImageDiagnostics: Sendable {
    private let fetcher: Fetcher
    private let policy: ThumbnailPolicy

    /// - Parameters:
    ///   - fetcher: performs the request; the channel is fetched once.
    ///   - policy: which images are shown for WordPress sites.
    public init(fetcher: Fetcher, policy: ThumbnailPolicy = .standard) {
        self.fetcher = fetcher
        self.policy = policy
    }

    /// The channel's newest stories with their images.
    /// - Parameter kind: nil if unknown; then the feed's generator decides.
    /// - Throws: `SourceError`; messages name the host.
    public func stories(
        in address: WebAddress, of kind: SourceKind? = nil
    ) async throws(SourceError) -> [StoryImageReport] {
        let (stories, found) = try await fetchStories(address)
        return stories.map { story in
            StoryImageReport(title: story.title, link: story.link, images: reports(story, of: kind ?? found))
        }
    }

    /// The stories before normalization.
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
            return (try FeedDocument(response, askedAt: address).stories, WordPressDetector.kind(ofFeed: response.body))
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private func reports(_ story: FetchedStory, of kind: SourceKind) -> [ImageReport] {
        let kept = kind == .wordPress ? WordPressStoryNormalizer(policy: policy).normalized(story) : story
        let shown = Dictionary(
            kept.pictures.map { (ImageIdentity(of: $0.address), $0.address) }, uniquingKeysWith: { first, _ in first })
        var findings: [ImageReport] = []
        var seen: Set<ImageIdentity> = []
        for (tag, link) in ThumbnailUpgrader.images(of: Array(story.original.utf8), base: story.base) {
            guard let source = ThumbnailUpgrader.source(of: tag, base: story.base) else {
                findings.append(ImageReport(tag["src"].map { String($0.prefix(60)) } ?? "", .noURL))
                continue
            }
            let name = ImageIdentity(of: source)
            let isFirst = seen.insert(name).inserted
            findings.append(
                ImageReport(source.text, outcome(of: source, link, shown[name], isFirst: isFirst, kind)))
        }
        let beside = kept.pictures.filter { !seen.contains(ImageIdentity(of: $0.address)) }
        return findings + beside.map { ImageReport($0.address.text, .attached) }
    }

    private func outcome(
        of source: WebAddress, _ link: WebAddress?, _ shown: WebAddress?, isFirst: Bool, _ kind: SourceKind
    ) -> ImageReport.Outcome {
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

/// A story and what becomes of its images.
public struct StoryImageReport: Sendable {
    public var title: String
    public var link: WebAddress?
    /// Images of the text in order, then those attached; empty if there are none.
    public var images: [ImageReport]
}

/// An image that an origin names, and what becomes of it.
public struct ImageReport: Sendable, Hashable {
    /// As written by the origin.
    public var address: String
    public var outcome: Outcome

    /// What becomes of an image.
    public enum Outcome: Sendable, Hashable {
        case shown
        /// Attached to the story, not in its text.
        case attached
        /// A larger file of the same image is shown.
        case replacedByLarger(WebAddress)
        /// Its name says that it is a small copy.
        case thumbnail(width: Int, height: Int, full: WebAddress, isLinked: Bool)
        /// The same image came earlier.
        case duplicate
        case tooSmall
        case noURL
    }

    init(_ address: String, _ outcome: Outcome) {
        self.address = address
        self.outcome = outcome
    }

    /// Whether exactly this file is shown.
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
