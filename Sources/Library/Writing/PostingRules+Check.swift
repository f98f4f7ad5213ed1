import News

extension PostingRules {
    /// - Throws: `.invalid` for what the origin would not take.
    func check(_ action: RemoteAction) throws(LibraryError) {
        switch action {
        case .comment(let comment):
            try checkText(comment.text)
            if let author = comment.author {
                try check(author.name, .name)
                try check(author.email, .email)
                try check(author.url, .url)
            }
        case .edit(_, let text): try checkText(text)
        case .submit(let submission): try check(submission)
        case .delete, .vote, .favourite, .hide, .flag, .updateProfile: return
        }
    }

    private func check(_ submission: NewSubmission) throws(LibraryError) {
        guard !Self.isBlank(submission.title) else { throw .invalid(why: "A title is missing. Please write one.") }
        guard !Self.isBlank(submission.url) || !Self.isBlank(submission.text) else {
            throw .invalid(why: "Please give a link, or write a text.")
        }
        try check(submission.title, .title)
        try check(submission.url, .url)
        try check(submission.text, .text)
    }

    private func checkText(_ text: String) throws(LibraryError) {
        guard !Self.isBlank(text) else { throw .invalid(why: "There is no text yet. Please write one.") }
        try check(text, .text)
    }

    private func check(_ value: String, _ field: Field) throws(LibraryError) {
        guard let limit = limits[field] else { return }
        let length = length(of: value)
        guard length <= limit else {
            let unit = lengthUnit.rawValue
            throw .invalid(
                why: "\(field.noun) has \(length) \(unit), and this site takes \(limit). Please shorten it.")
        }
    }

    private static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}

extension PostingRules.Field {
    fileprivate var noun: String {
        switch self {
        case .name: "The name"
        case .email: "The e-mail address"
        case .url: "The web address"
        case .text: "The text"
        case .title: "The title"
        }
    }
}
