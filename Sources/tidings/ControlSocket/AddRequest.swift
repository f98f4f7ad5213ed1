import Foundation
import Library
import Markup
import News
import Origins
import Web

/// What a command asks of a running server: to look for feeds at an address, and to follow the best.
struct AddRequest: Codable, Sendable {
    var address: String
    var folder: String?
    /// Only look.
    var isLook: Bool
}

/// What came of it.
struct AddReport: Codable, Sendable {
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
    /// Why not, as the command says it.
    var sorry: Failure?
}

extension AppDependencies {
    /// Looks for feeds at an address and follows the best. What was read on the way is kept for its first refresh, so
    /// that following a feed costs its origin one question.
    func add(_ order: AddRequest) async -> AddReport {
        do { return try await performAdd(order) } catch let trouble as CLIError {
            return AddReport(sorry: .init(code: trouble.kind.rawValue, sentence: trouble.sentence))
        } catch {
            let trouble = CLIError(LibraryError.failed(why: String(describing: error)))
            return AddReport(sorry: .init(code: trouble.kind.rawValue, sentence: trouble.sentence))
        }
    }

    private func performAdd(_ order: AddRequest) async throws -> AddReport {
        guard let typed = WebAddress(typed: order.address) else {
            throw CLIError(
                .usage, "“\(order.address)” is not a web address. Write it as loom.example or https://….")
        }
        do {
            if !order.isLook { try await rejectIfSubscribed(typed) }
            let found = try await discover(typed)
            let report = AddReport(
                found: found.map { channel in
                    AddReport.Found(
                        title: channel.metadata.title ?? channel.address.host, address: channel.address.displayText,
                        stories: channel.preview.map(\.title))
                })
            return order.isLook ? report : try await follow(found, order, report)
        } catch let error as LibraryError { throw CLIError(error) }
    }

    /// Nobody is asked about a feed that is followed already.
    private func rejectIfSubscribed(_ typed: WebAddress) async throws {
        let known = try await library.subscriptions.find(typed.text, for: .first)
        if let known = known.first(where: { $0.address == typed.withoutFragment }) {
            throw Self.alreadySubscribed(known.title)
        }
    }

    private func follow(_ found: [DiscoveredChannel], _ order: AddRequest, _ report: AddReport) async throws
        -> AddReport
    {
        guard let best = found.first else {
            let host = WebAddress(typed: order.address)?.host ?? order.address
            throw CLIError(.unavailable, "No feed was found at \(host). Try the address of the feed itself.")
        }
        let feed = try await subscribe(to: best, folder: order.folder)
        var report = report
        report.followed = AddReport.Followed(id: feed.id.rawValue, title: feed.title, stories: best.storyCount)
        // Its stories are here already; nobody is asked again for them.
        await refresher().runOnce(only: [feed.id], isWhole: true)
        return report
    }

    private func subscribe(to best: DiscoveredChannel, folder: String?) async throws -> Subscription {
        do {
            return try await library.subscriptions.follow(best, folder: folder, for: .first)
        } catch {
            guard error == .alreadyThere else { throw error }
            throw Self.alreadySubscribed(best.metadata.title ?? best.address.displayText)
        }
    }

    private static func alreadySubscribed(_ title: String) -> CLIError {
        CLIError(.usage, "You follow \(title) already.")
    }

    /// What can be followed at an address; errors as one sentence.
    private func discover(_ address: WebAddress) async throws -> [DiscoveredChannel] {
        do { return try await discovery.discover(at: address) } catch {
            throw CLIError(ErrorMessages.exitKind(error), ErrorMessages.message(error, site: address.host))
        }
    }
}
