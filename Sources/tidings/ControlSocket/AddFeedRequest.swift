import Foundation
import Library
import Markup
import News
import Origins
import URLs
import Web

/// A request to a running server to discover feeds and follow the best one.
struct AddFeedRequest: Codable, Sendable {
    var address: String
    var folder: String?
    /// True to discover without following.
    var isLook: Bool
    /// The reader who follows it.
    var reader: ReaderID
}

struct AddFeedReport: Codable, Sendable {
    struct Found: Codable, Sendable {
        var title: String
        var address: String
        var stories: [String]
    }

    struct Followed: Codable, Sendable {
        var id: Int64
        var title: String
        var stories: Int
    }

    struct Failure: Codable, Sendable {
        var code: Int32
        var sentence: String
    }

    var found: [Found] = []
    var followed: Followed?
    /// The failure; nil on success.
    var sorry: Failure?
}

extension AppDependencies {
    /// Discovers feeds and follows the best one. The first refresh uses discovery's document, so that following costs
    /// one request.
    func add(_ request: AddFeedRequest) async -> AddFeedReport {
        do { return try await performAdd(request) } catch let error as CLIError {
            return AddFeedReport(sorry: .init(code: error.kind.rawValue, sentence: error.message))
        } catch {
            let failure = CLIError(LibraryError.failed(why: String(describing: error)))
            return AddFeedReport(sorry: .init(code: failure.kind.rawValue, sentence: failure.message))
        }
    }

    private func performAdd(_ request: AddFeedRequest) async throws -> AddFeedReport {
        guard let typed = WebAddress(typed: request.address) else {
            throw CLIError(
                .usage, "“\(request.address)” is not a web address. Write it as loom.example or https://….")
        }
        do {
            if !request.isLook { try await rejectIfSubscribed(typed, request.reader) }
            let found = try await discover(typed)
            let report = AddFeedReport(
                found: found.map { channel in
                    AddFeedReport.Found(
                        title: channel.metadata.title ?? channel.address.host, address: channel.address.displayText,
                        stories: channel.preview.map(\.title))
                })
            return request.isLook ? report : try await follow(found, request, report)
        } catch let error as LibraryError { throw CLIError(error) }
    }

    /// Throws if the address is subscribed to. The check comes first, so that a known feed causes no request.
    private func rejectIfSubscribed(_ typed: WebAddress, _ reader: ReaderID) async throws {
        let known = try await library.subscriptions.find(typed.text, for: reader)
        if let known = known.first(where: { $0.address == typed.withoutFragment }) {
            throw Self.alreadySubscribed(known.title)
        }
    }

    private func follow(_ found: [DiscoveredChannel], _ request: AddFeedRequest, _ report: AddFeedReport) async throws
        -> AddFeedReport
    {
        guard let best = found.first else {
            let host = WebAddress(typed: request.address)?.host ?? request.address
            throw CLIError(.unavailable, "No feed was found at \(host). Try the address of the feed itself.")
        }
        let feed = try await subscribe(to: best, request)
        var report = report
        report.followed = AddFeedReport.Followed(id: feed.id.rawValue, title: feed.title, stories: best.storyCount)
        // The refresh uses the discovery cache, without a request.
        await refresher().runOnce(only: [feed.id], awaitsAll: true)
        return report
    }

    private func subscribe(to best: DiscoveredChannel, _ request: AddFeedRequest) async throws -> Subscription {
        do {
            return try await library.subscriptions.follow(
                best, folder: request.folder, for: request.reader)
        } catch {
            guard error == .alreadyThere else { throw error }
            throw Self.alreadySubscribed(best.metadata.title ?? best.address.displayText)
        }
    }

    private static func alreadySubscribed(_ title: String) -> CLIError {
        CLIError(.usage, "You follow \(title) already.")
    }

    /// Discovers the channels at an address.
    ///
    /// - Throws: `CLIError` for a `SourceError`.
    private func discover(_ address: WebAddress) async throws -> [DiscoveredChannel] {
        do { return try await discovery.discover(at: address) } catch {
            throw CLIError(ErrorMessages.exitKind(error), ErrorMessages.message(error, site: address.host))
        }
    }
}
