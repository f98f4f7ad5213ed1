import Foundation
import Library
import Markup
import News
import URLs

/// Why the edition's service gave nothing at its last request. Stored stories stay shown below it.
struct ServiceNotice: Sendable {
    let sentence: String
    /// The words of the link to the key's page; nil where a key changes nothing.
    let link: String?

    /// A line above stories.
    func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        w.raw("<div class=\"health\" data-service-notice><p>")
        w.text("\(sentence) \(Strings.storedStoriesStay)")
        w.raw("</p>")
        if let link { Self.writeLink(scope, link, isMain: false, into: &w) }
        w.raw("</div>")
    }

    static func writeLink(_ scope: RequestScope, _ words: String, isMain: Bool, into w: inout HTMLWriter) {
        w.raw(isMain ? "<a class=\"button main\"" : "<a class=\"quiet\"")
        w.attribute("href", scope.path(.serviceKey))
        w.raw(">")
        w.text(words)
        w.raw("</a>")
    }
}

extension ServiceNotice {
    init(_ failure: FetchFailure, at host: String, nextTryAt: Date?, _ time: TimeFormatter) {
        sentence = Strings.serviceFailure(failure, at: host, nextTryAt, time)
        link =
            switch failure.cause?.serviceFault {
            case .keyMissing: Strings.enterKey
            case .keyInvalid, .keyDisabled: Strings.enterOtherKey
            case .keyExhausted, .rateLimited, .planTooSmall, .browserOnly, .pageLimit: Strings.keyAndPlan
            default: failure.code == .keyNeeded ? Strings.enterKey : nil
            }
    }
}

extension RequestScope {
    /// What to say of the edition's services; nil while they answer.
    /// - Parameter list: of the edition; nil for all of it.
    func serviceNotice(in list: StoryList?) async throws(LibraryError) -> ServiceNotice? {
        let hosts = keyedServices.map(\.site.hostKey)
        guard !hosts.isEmpty else { return nil }
        let failures = try await library.refreshing.failures(for: reader, of: edition.id, in: list)
        let failed = failures.channels.filter { hosts.contains($0.host) }
        // Of channels that wait for their host, the one that was told why.
        guard let channel = failed.first(where: { $0.failure.cause?.serviceFault != nil }) ?? failed.first else {
            return nil
        }
        return ServiceNotice(channel.failure, at: channel.host, nextTryAt: channel.nextTryAt, time)
    }
}
