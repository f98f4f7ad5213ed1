extension PathPattern {
    static let linkedPage: Self = "linked/:mark", linkedPageMenu: Self = "share/:mark",
        externalLink: Self = "external/:mark"
}

extension ReaderEndpoint {
    /// Pages that stories link to; `:mark` is the signature of the address.
    static let linkedPages: [Self] = [
        .page(.linkedPage) { scope in
            try await LinkedArticlePage(signature: scope.parameter("mark")).page(for: scope)
        },
        .page(.linkedPageMenu) { scope in
            try await ExternalLinkPrompt(kind: .menu, signature: scope.parameter("mark")).page(for: scope)
        },
        .page(.externalLink) { scope in
            try await ExternalLinkPrompt(kind: .confirmation, signature: scope.parameter("mark")).page(for: scope)
        },
    ]
}

extension ActionEndpoint {
    static let linkedPages: [Self] = [
        Self(.linkedPage, LinkedPageForm.self) { form, scope in
            try await FetchLinkedPageAction(scope: scope).perform(form)
        }
    ]
}
