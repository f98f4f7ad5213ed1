import URLs

/// A fault in an action, found before anything is sent.
public enum DraftValidationError: Sendable, Hashable {
    case nothingWritten, authorMissing, emailInvalid, titleMissing, linkInvalid, neitherLinkNorText
    case tooLong(PostingRules.Field, limit: Int, count: Int, PostingRules.LengthUnit)

    /// Returns the fault as one sentence.
    public func message(at host: String) -> String {
        switch self {
        case .nothingWritten: "There is nothing to send yet."
        case .authorMissing: "\(host) takes comments with a name and an e-mail address."
        case .emailInvalid: "That is not an e-mail address."
        case .titleMissing: "A story needs a title."
        case .linkInvalid: "That link is not a web address."
        case .neitherLinkNorText: "A story needs a link, a text, or both."
        case .tooLong(let field, let limit, let count, let unit):
            "\(field.noun): \(host) takes at most \(limit) \(unit.rawValue), and these are \(count)."
        }
    }
}

extension PostingRules {
    /// Returns the first fault, in the order of the form; nil if the action can be sent.
    public func fault(in action: RemoteAction) -> DraftValidationError? {
        var fields: [(Field, String)]
        switch action {
        case .comment(let comment):
            if Self.isBlank(comment.text) { return .nothingWritten }
            fields = [(.text, comment.text)]
            if let author = comment.author {
                if Self.isBlank(author.name) || Self.isBlank(author.email) { return .authorMissing }
                if !Self.isEmail(author.email) { return .emailInvalid }
                fields += [(.name, author.name), (.email, author.email), (.url, author.url)]
            }
        case .edit(_, let text):
            if Self.isBlank(text) { return .nothingWritten }
            fields = [(.text, text)]
        case .submit(let story):
            if Self.isBlank(story.title) { return .titleMissing }
            if Self.isBlank(story.url), Self.isBlank(story.text) { return .neitherLinkNorText }
            if !Self.isBlank(story.url), WebAddress(story.url) == nil { return .linkInvalid }
            fields = [(.title, story.title), (.url, story.url), (.text, story.text)]
        case .delete, .vote, .favourite, .hide, .flag, .updateProfile: return nil
        }
        for (field, text) in fields {
            guard let limit = limits[field] else { continue }
            let count = length(of: text)
            if count > limit { return .tooLong(field, limit: limit, count: count, lengthUnit) }
        }
        return nil
    }

    private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

    /// Returns true if a text has one `@` with text on both sides, a dot on the right and no white space; the origin
    /// decides about the rest.
    private static func isEmail(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        return halves.count == 2 && !halves[0].isEmpty && halves[1].contains(".")
            && !text.contains(where: \.isWhitespace)
    }
}

extension PostingRules.Field {
    /// The field's name with an article, as the beginning of a sentence.
    public var noun: String {
        switch self {
        case .name: "The name"
        case .email: "The e-mail address"
        case .url: "The address"
        case .text: "The text"
        case .title: "The title"
        }
    }
}
