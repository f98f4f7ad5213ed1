import Fetching
import Foundation
import Library
import News
import URLs
import Untrusted

/// The lookups of the commands that write at origins.
extension AppDependencies {
    private var isServed: Bool { ControlSocket(folder: configuration.dataFolder).isServerRunning }

    /// Runs `work`, which sends requests. Without a server no other command sends requests meanwhile; a server shares
    /// its hosts' back-offs by the database.
    func whileFetching<Result>(_ work: () async throws -> Result) async throws -> Result {
        let lock = isServed ? nil : try await DataFolderLock.acquire(.fetching, in: configuration.dataFolder)
        defer { withExtendedLifetime(lock) {} }
        do {
            let result = try await work()
            await fetcher.shutdown()
            return result
        } catch {
            await fetcher.shutdown()
            throw error
        }
    }

    /// Returns the source with members that a command is for.
    ///
    /// - Parameters:
    ///   - site: site address; nil for any, preferably one where the reader is signed in.
    ///   - edition: edition ID; nil for all.
    /// - Throws: `CLIError` unless exactly one source matches.
    func memberSource(site: String?, edition: String?, for reader: ReaderID) async throws -> StorySource {
        let all = try await memberSources(edition: edition, for: reader)
        var found =
            try site.map { text in
                let host = try Self.host(text)
                return all.filter { $0.site.host == host }
            } ?? all
        if found.count > 1 {
            let accounts = Set(try await library.memberAccounts.accounts(for: reader).map(\.source))
            let known = found.filter(accounts.contains)
            found = known.isEmpty ? found : known
        }
        guard let first = found.first else {
            let names = all.map(\.site.host).joined(separator: ", ")
            throw CLIError(
                .unavailable,
                all.isEmpty
                    ? "No edition here has a source with members; add one, as docs/editions.md describes."
                    : "\(site ?? "It") is no source with members. There are: \(names).")
        }
        guard found.count == 1 else {
            let sites = found.map(\.site.host).joined(separator: ", ")
            throw CLIError(.usage, "Say at which site: --site SITE. There are: \(sites).")
        }
        return first
    }

    /// Returns the host of a typed address.
    ///
    /// - Throws: `CLIError` for text that is no web address.
    static func host(_ text: String) throws -> String {
        guard let address = WebAddress(typed: text) else {
            throw CLIError(.usage, "“\(text)” is not a web address. Name the site, such as news.ycombinator.com.")
        }
        return address.host
    }

    /// Returns the sources with members of an edition, or of all editions; each once.
    private func memberSources(edition: String?, for reader: ReaderID) async throws -> [StorySource] {
        let registry = try EditionLoader.registry(self, only: edition)
        // A running server has stored the editions already, and may show others.
        if !isServed {
            try await library.editions.synchronize(registry.validEditions, keeping: registry.invalidIDs)
        }
        var found: [StorySource] = []
        let editions = edition.map { [EditionID(rawValue: $0)] } ?? [.mine] + registry.validEditions.map(\.id)
        for id in editions {
            for source in try await library.memberAccounts.sources(of: id, for: reader) where !found.contains(source) {
                found.append(source)
            }
        }
        return found
    }

    /// Returns the story or comment that a text names, if the reader may see it: a story's number, a comment's as `c123`, or the
    /// link of either.
    ///
    /// - Throws: `CLIError` for an unknown story or comment, and for other text.
    func writingTarget(_ text: String, for reader: ReaderID) async throws -> ThreadDetails.LocalTarget {
        do throws(LibraryError) {
            if let target = try await named(text) {
                try await library.stories.requireVisible([target.story], for: reader)
                return target
            }
        } catch {
            guard error == .notThere else { throw error }
            throw CLIError(
                .unavailable,
                "There is no story or comment “\(text)” here. tidings read lists stories, tidings show 412 --comments a story's comments."
            )
        }
        throw CLIError(.usage, "“\(text)” is neither a story's number, nor a comment's such as c123, nor a link.")
    }

    private func named(_ text: String) async throws(LibraryError) -> ThreadDetails.LocalTarget? {
        if let number = Self.number(text[...]) { return ThreadDetails.LocalTarget(story: StoryID(rawValue: number)) }
        if text.hasPrefix("c"), let number = Self.number(text.dropFirst()) {
            return try await library.discussions.location(of: CommentID(rawValue: number))
        }
        guard let link = WebAddress(typed: text) else { return nil }
        return try await library.discussions.location(of: link)
    }

    private static func number(_ text: Substring) -> Int64? {
        UntrustedInteger(digits: text)?.id
    }
}
