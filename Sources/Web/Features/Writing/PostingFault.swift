import Library
import News
import URLs

/// Why what was typed cannot be sent as it is, found before anything leaves this machine.
enum PostingFault: Sendable, Hashable {
    case nothingWritten, authorMissing, emailInvalid, titleMissing, linkInvalid, neitherLinkNorText
    case tooLong(PostingRules.Field, limit: Int, count: Int, PostingRules.LengthUnit)

    /// - Parameter author: of a guest; nil for members.
    static func first(in draft: Draft, by author: GuestAuthor?, _ rules: PostingRules) -> PostingFault? {
        var fields: [(PostingRules.Field, String)] = [(.text, draft.text)]
        if case .submission = draft.target {
            if isBlank(draft.title) { return .titleMissing }
            if isBlank(draft.url), isBlank(draft.text) { return .neitherLinkNorText }
            if !isBlank(draft.url), WebAddress(draft.url) == nil { return .linkInvalid }
            fields += [(.title, draft.title)]
        } else if isBlank(draft.text) {
            return .nothingWritten
        }
        if let author {
            if isBlank(author.name) || isBlank(author.email) { return .authorMissing }
            if !isEmail(author.email) { return .emailInvalid }
            fields += [(.name, author.name), (.email, author.email), (.url, author.url)]
        }
        for (field, text) in fields {
            guard let limit = rules.limits[field] else { continue }
            let count = rules.length(of: text)
            if count > limit { return .tooLong(field, limit: limit, count: count, rules.lengthUnit) }
        }
        return nil
    }

    private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }

    /// No more than that there is something on both sides of one sign: the origin decides.
    private static func isEmail(_ text: String) -> Bool {
        let halves = text.split(separator: "@", omittingEmptySubsequences: false)
        return halves.count == 2 && !halves[0].isEmpty && halves[1].contains(".")
            && !text.contains(where: \.isWhitespace)
    }
}
