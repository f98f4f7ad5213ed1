import Library
import Logging
import ServiceLifecycle

/// What goes on behind the pages: stories are cleaned again when the rules have changed, and whole texts are fetched
/// for the feeds that want them all.
struct BackgroundJobs: Service {
    let library: NewsLibrary
    let fullTexts: FullTextService
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                // Nobody waits for it: pages and refreshes come first.
                group.addTask(priority: .background) { await resanitize() }
                group.addTask { await fullTexts.run() }
                group.addTask(priority: .background) { await maintainMutes() }
            }
        }
    }

    private func maintainMutes() async {
        guard let error = await library.mutes.run() else { return }
        logger.warning("rules about what not to see are not tended", metadata: ["why": "\(error.userMessage)"])
    }

    /// Goes on at the next start where it was ended.
    private func resanitize() async {
        do {
            let count = try await Resanitizer(library: library).run()
            if count > 0 { logger.notice("texts cleaned by newer rules", metadata: ["texts": "\(count)"]) }
        } catch {
            logger.warning("texts were not all cleaned again", metadata: ["why": "\(error.userMessage)"])
        }
    }
}

/// The refresher's loop as a service.
struct RefreshService: Service {
    let refresher: Refresher

    func run() async throws {
        await cancelWhenGracefulShutdown { await refresher.run() }
    }
}
