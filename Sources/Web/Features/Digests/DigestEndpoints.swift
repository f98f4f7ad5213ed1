import Foundation
import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let digest: Self = "digest", digestArchive: Self = "digest/all", digestPreview: Self = "digest/now"
    static let digestIssue: Self = "digest/:slug", digestSettings: Self = "settings/digest"
    /// The path of the feed, which is the app's and not an edition's.
    static let digestFeed: Self = "digest/:token"
}

extension ReaderEndpoint {
    /// The pages of digests: the newest issue at an address that stays, the others by their days, and the settings.
    static let digests: [Self] = [
        .page(.digest, PageTraits(isReadingPage: true, isStoredOffline: true), prepare: recordDigestOpening) { scope in
            try await DigestPage(slug: nil).page(for: scope)
        },
        .page(.digestArchive, PageTraits(isReadingPage: true)) { scope in
            try await DigestArchivePage().page(for: scope)
        },
        .page(.digestPreview) { scope in try await DigestPage.preview(for: scope) },
        .page(.digestIssue, PageTraits(isReadingPage: true), prepare: recordDigestOpening) { scope in
            try await DigestPage(slug: scope.parameter("slug")).page(for: scope)
        },
        .page(.digestSettings) { scope in try await DigestSettingsPage().page(for: scope) },
    ]

    /// Notes the opening of an issue by its reader. A full disk does not keep the page away.
    private static let recordDigestOpening: @Sendable (RequestScope) async throws -> String? = { scope in
        guard scope.intent.isUserOpening else { return nil }
        do {
            let shown = try await scope.library.digests.issue(
                scope.parameter("slug"), of: scope.edition.id, for: scope.reader)
            try await scope.library.digests.recordOpening(of: shown.issue, for: scope.reader)
        } catch let error as LibraryError {
            guard error == .notThere || error.preventsWriting else { throw error }
        }
        return nil
    }
}

extension PublicEndpoint {
    /// The feed of digests, whose secret address is its access.
    static let digestFeed: [Self] = [
        .response(.get, .digestFeed, at: .app) { routes, request, context in
            try await DigestFeedHandler(dependencies: routes.dependencies).feed(
                with: context.parameters.get("token"), to: request, context)
        }
    ]
}

extension ActionEndpoint {
    /// The actions that change the digest's settings.
    static let digests: [Self] = [
        Self(.saveDigest, DigestForm.self) { form, scope in try await DigestActions(scope: scope).save(form) },
        Self(.makeDigestFeed, EmptyForm.self) { _, scope in try await DigestActions(scope: scope).makeFeed() },
        Self(.endDigestFeed, EmptyForm.self) { _, scope in try await DigestActions(scope: scope).endFeed() },
    ]
}
