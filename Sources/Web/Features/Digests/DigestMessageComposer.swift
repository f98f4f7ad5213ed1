public import Library
import Markup
public import News

/// A composer of the messages that send issues of the digest: a text for terminals, and a document for mail programs,
/// which loads nothing.
public struct DigestMessageComposer: Sendable {
    private let origin: String
    private let editionTitle: @Sendable (EditionID) -> String

    /// - Parameters:
    ///   - origin: the origin of this server for links, such as `https://news.example`.
    ///   - editionTitle: returns the title of an edition.
    public init(origin: String, editionTitle: @escaping @Sendable (EditionID) -> String) {
        (self.origin, self.editionTitle) = (origin, editionTitle)
    }

    /// Returns the message that sends an issue; nil for one without stories.
    public func message(for issue: DigestIssue) -> OutgoingMessage? {
        guard let lead = issue.content.topics.first else { return nil }
        let document = document(of: issue)
        var message = OutgoingMessage(
            id: issue.messageID, title: Strings.digestMessage(lead.title), text: document.text,
            html: document.mail(titled: Strings.digestMessage(lead.title)), path: document.path, urgency: .low,
            createdAt: issue.periodEndAt)
        message.brief = issue.content.topics.dropFirst().prefix(2).map(\.title).joined(separator: "\n")
        message.series = issue.messageSeries
        return message
    }

    func document(of issue: DigestIssue) -> DigestDocument {
        DigestDocument(issue: issue, edition: editionTitle(issue.edition), origin: origin)
    }

    /// Returns an issue as plain text with lines of at most 72 columns.
    public func text(of issue: DigestIssue) -> String { document(of: issue).text }
}
