import Feeds
public import Fetching
import Foundation
public import Markup
public import News

/// Looks at the pictures of a channel's stories and says of each what becomes of it, and why (row NEXUS-56): for whoever
/// wonders where a picture is.
public struct PictureInspection: Sendable {
    private let fetcher: Fetcher
    private let rules: PictureRules

    /// - Parameters:
    ///   - fetcher: the way out; the channel is asked once.
    ///   - rules: which pictures are taken at WordPress sites.
    public init(fetcher: Fetcher, rules: PictureRules = .standard) {
        self.fetcher = fetcher
        self.rules = rules
    }

    /// The channel's newest stories with their pictures.
    /// - Parameter kind: nil where nobody has looked yet: then what the channel says of itself counts.
    /// - Throws: `SourceError`; sentences name the host.
    public func stories(
        in address: WebAddress, of kind: SourceKind? = nil
    ) async throws(SourceError) -> [InspectedStory] {
        let (stories, found) = try await raw(address)
        return stories.map { story in
            InspectedStory(title: story.title, link: story.link, pictures: findings(story, of: kind ?? found))
        }
    }

    /// The stories as the origin has them, before anything of them is put in order.
    private func raw(_ address: WebAddress) async throws(SourceError) -> ([ArrivingStory], SourceKind) {
        if let root = RESTRoot(above: address) {
            let interface = JSONInterface(fetcher: fetcher)
            let value = try interface.value(of: try await interface.ask(WordPressSource.firstPage(of: address)))
            var reading = WordPressReading(root: root, editing: nil)
            return (reading.stories(value.elements ?? []), .wordPress)
        }
        let request = FetchRequest(address: address.text, accept: SyndicationSource.accept)
        let answer: FetchAnswer
        do { answer = try await fetcher.fetch(request) } catch { throw SourceError(error, site: address.host) }
        do {
            return (try FeedDocument(answer, askedAt: address).stories, WordPressEvidence.kind(ofFeed: answer.body))
        } catch {
            throw SourceError(error, site: address.host)
        }
    }

    private func findings(_ story: ArrivingStory, of kind: SourceKind) -> [PictureFinding] {
        let kept = kind == .wordPress ? StoryEditing(rules: rules).edited(story) : story
        let shown = Dictionary(
            kept.pictures.map { (PictureName(of: $0.address), $0.address) }, uniquingKeysWith: { first, _ in first })
        var findings: [PictureFinding] = []
        var told: Set<PictureName> = []
        for (tag, link) in Enlarging.pictures(of: Array(story.original.utf8), base: story.base) {
            guard let source = Enlarging.source(of: tag, base: story.base) else {
                findings.append(PictureFinding(tag["src"].map { String($0.prefix(60)) } ?? "", .noAddress))
                continue
            }
            let name = PictureName(of: source)
            let isFirst = told.insert(name).inserted
            findings.append(
                PictureFinding(source.text, fate(of: source, link, shown[name], isFirst: isFirst, kind)))
        }
        let beside = kept.pictures.filter { !told.contains(PictureName(of: $0.address)) }
        return findings + beside.map { PictureFinding($0.address.text, .besideText) }
    }

    private func fate(
        of source: WebAddress, _ link: WebAddress?, _ shown: WebAddress?, isFirst: Bool, _ kind: SourceKind
    ) -> PictureFinding.Fate {
        guard let shown else { return .tooSmall }
        guard isFirst else { return .repeated }
        if kind == .wordPress, shown != source {
            if case .thumbnail(let width, let height, _, let isLinked) = rules.decision(on: source, linkedTo: link) {
                return .thumbnail(width: width, height: height, full: shown, isLinked: isLinked)
            }
        }
        return shown == source ? .shown : .largerFile(shown)
    }
}

/// A story, and what becomes of its pictures.
public struct InspectedStory: Sendable {
    public var title: String
    public var link: WebAddress?
    /// Those of its text in order, then those given beside it; empty where there are none.
    public var pictures: [PictureFinding]
}

/// A picture that an origin names, and what becomes of it.
public struct PictureFinding: Sendable, Hashable {
    /// As the origin names it.
    public var address: String
    public var fate: Fate

    /// What becomes of a picture.
    public enum Fate: Sendable, Hashable {
        case shown
        /// Named beside the text, not in it.
        case besideText
        /// Another file of it is larger.
        case largerFile(WebAddress)
        /// It is a copy made small.
        case thumbnail(width: Int, height: Int, full: WebAddress, isLinked: Bool)
        /// It came before.
        case repeated
        case tooSmall
        case noAddress
    }

    init(_ address: String, _ fate: Fate) {
        self.address = address
        self.fate = fate
    }

    /// Whether this very file is shown.
    public var isShown: Bool { fate == .shown || fate == .besideText }

    /// Why, in a few words.
    public var words: String {
        switch fate {
        case .shown: "in the text"
        case .besideText: "given beside the text"
        case .largerFile(let file): "the same picture is shown from a larger file, \(file.text)"
        case .thumbnail(let width, let height, let full, let isLinked):
            "a thumbnail (\(width) × \(height)); "
                + (isLinked ? "the full file that it links to is shown, " : "the full file of its name is shown, ")
                + full.text
        case .repeated: "the same picture came before"
        case .tooSmall: "hidden, too small to be seen, or there to count visitors"
        case .noAddress: "it has no address of the web"
        }
    }
}
