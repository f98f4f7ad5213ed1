public import Fetching
public import Foundation
public import News

/// Every kind of origin this build can read. A new kind is one folder beside this file and one line here.
public enum Catalog {
    /// The sources, all asking through one `Fetcher`, so that they are polite together.
    ///
    /// - Parameters:
    ///   - fetcher: the way out.
    ///   - now: the clock that remembered instants are reckoned by.
    public static func sources(fetcher: Fetcher, now: @escaping @Sendable () -> Date = { Date() }) -> SourceCatalog {
        SourceCatalog([
            .feed: { _ in SyndicationSource(fetcher: fetcher, now: now) }
        ])
    }
}
