import Library
import Logging
import News
import ServiceLifecycle
import Web

/// A service that sanitises stored texts after rule changes, fetches full texts, maintains mutes, looks for replies to
/// readers' comments, gathers topics, alerts, and subscribes at hubs. Work interrupted by shutdown continues at the next
/// start, and is no failure.
struct BackgroundJobs: Service {
    let library: NewsLibrary
    let hubs: HubRunner
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                // The jobs have low priorities, because pages and refreshes come first.
                group.addTask(priority: .background) { await resanitize() }
                group.addTask(priority: .utility) { await library.fullTexts.run() }
                group.addTask(priority: .background) { await maintainMutes() }
                group.addTask(priority: .background) { await library.memberAccounts.run() }
                group.addTask(priority: .background) { await cluster() }
                group.addTask(priority: .utility) { await hubs.run() }
                group.addTask(priority: .utility) { await alert() }
            }
        }
    }

    private func maintainMutes() async {
        guard let error = await library.mutes.run(), !Task.isCancelled else { return }
        logger.warning("mute maintenance failed", metadata: ["why": "\(error.userMessage)"])
    }

    private func cluster() async {
        guard let error = await library.clusters.run(), !Task.isCancelled else { return }
        logger.warning("gathering topics failed", metadata: ["why": "\(error.userMessage)"])
    }

    private func alert() async {
        guard let error = await library.alerts.run(with: AlertMessages()), !Task.isCancelled else { return }
        logger.warning("alerts failed", metadata: ["why": "\(error.userMessage)"])
    }

    private func resanitize() async {
        do {
            let count = try await library.sources.runUntrusted { () async throws(LibraryError) in
                try await Resanitizer(library: library).run()
            }
            if count > 0 { logger.notice("texts sanitised by newer rules", metadata: ["texts": "\(count)"]) }
        } catch {
            guard !Task.isCancelled else { return }
            logger.warning("sanitising texts again failed", metadata: ["why": "\(error.userMessage)"])
        }
    }
}

struct RefreshJob: Service {
    let refresher: Refresher

    func run() async throws {
        await cancelWhenGracefulShutdown { await refresher.run() }
    }
}
