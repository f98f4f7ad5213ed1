import Foundation
import Library
import Markup
import News
import URLs

/// A notice of why the last request to the edition's service failed. Stored stories stay shown below it.
struct KeyedAPINotice: Sendable {
    let sentence: String
    /// The text of the link to the key's page; nil if changing the key would not help.
    let link: String?

    /// Writes the notice as a line above stories.
    func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        w.element(.div, class: "fetch-failure service-notice") { w in
            w.element(.p, text: "\(sentence) \(Strings.storedStoriesStay)")
            if let link { Self.writeLink(scope, link, isMain: false, into: &w) }
        }
    }

    static func writeLink(_ scope: RequestScope, _ words: String, isMain: Bool, into w: inout HTMLWriter) {
        w.element(.a, [.class(isMain ? "button primary" : "quiet"), .href(scope.path(.apiKey))], text: words)
    }
}

extension KeyedAPINotice {
    init(_ failure: FetchFailure, at host: String, nextTryAt: Date?, _ time: TimeFormatter) {
        sentence = Strings.serviceFailure(failure, at: host, nextTryAt, time)
        link =
            switch failure.cause?.keyedAPIFailure {
            case .keyMissing: Strings.enterKey
            case .keyInvalid, .keyDisabled: Strings.enterOtherKey
            case .keyExhausted, .rateLimited, .planTooSmall, .browserOnly, .pageLimit: Strings.keyAndPlan
            default: failure.code == .keyNeeded ? Strings.enterKey : nil
            }
    }
}

extension RequestScope {
    /// Returns the notice about the edition's services; nil while they respond.
    /// - Parameter list: a list of the edition; nil for the whole edition.
    func keyedAPINotice(in list: StoryList?) async throws(LibraryError) -> KeyedAPINotice? {
        let hosts = keyedAPIs.map(\.site.hostKey)
        guard !hosts.isEmpty else { return nil }
        let failures = try await library.refreshing.failures(for: reader, of: edition.id, in: list)
        let failed = failures.channels.filter { hosts.contains($0.host) }
        // If several channels wait for the host, the channel that received the service's own error is preferred.
        guard let channel = failed.first(where: { $0.failure.cause?.keyedAPIFailure != nil }) ?? failed.first else {
            return nil
        }
        return KeyedAPINotice(channel.failure, at: channel.host, nextTryAt: channel.nextTryAt, time)
    }
}
