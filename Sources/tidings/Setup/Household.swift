import Fetching
import Foundation
import Library
import News
import Origins
import Pictures

/// The composition root: who is made from what. Everything is made here and handed down; nothing is global.
struct Household: Sendable {
    let library: NewsLibrary
    let configuration: Configuration
    let fetcher: Fetcher
    let now: @Sendable () -> Date

    init(_ library: NewsLibrary, _ configuration: Configuration, now: @escaping @Sendable () -> Date = { Date() }) {
        self.library = library
        self.configuration = configuration
        self.now = now
        fetcher = Fetcher(policy: AddressPolicy(allowing: configuration.allow), userAgent: Edition.userAgent, now: now)
    }

    var catalog: SourceCatalog { Catalog.sources(fetcher: fetcher) }

    func refresher(report: @escaping @Sendable (RefreshEvent) -> Void = { _ in }) -> Refresher {
        Refresher(library: library, catalog: catalog, bounds: configuration.bounds, report: report)
    }
}
