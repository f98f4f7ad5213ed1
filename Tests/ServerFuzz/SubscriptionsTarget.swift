import Feeds
import Foundation
import Library
import Markup
import News
import Synchronization
import URLs

extension FuzzTarget {
    /// Any bytes that are a list of feeds can be imported as a whole, and every feed of it is then followed once.
    static var subscriptions: FuzzTarget {
        let folder = temporaryFolder("subscriptions")
        let round = Mutex(0)
        return FuzzTarget { bytes in
            let feeds: [ImportedFeed]
            do { feeds = flattened(try OPML.read(bytes).outlines, under: []) } catch { return }
            guard !feeds.isEmpty else { return }
            let number = round.withLock { round in
                round += 1
                return round / 200
            }
            let place = folder.appending(path: "\(number)")
            wait {
                do {
                    let library = try NewsLibrary.open(at: place, now: { Date(timeIntervalSince1970: 1_795_252_800) })
                    defer { library.close() }
                    let report = try await library.subscriptions.importOutlines(feeds, for: .first)
                    demand(report.added <= feeds.count, "more feeds were added than there were")
                    let folders = try await library.subscriptions.folders(for: .first).flatMap(\.subscriptions).map(
                        \.address)
                    demand(Set(folders).count == folders.count, "a feed is followed twice")
                } catch { breach("the import failed: \(error)") }
            }
        }
    }

    private static func flattened(_ outlines: [OPMLOutline], under path: [String]) -> [ImportedFeed] {
        outlines.flatMap { outline -> [ImportedFeed] in
            switch outline.kind {
            case .folder(let children): return flattened(children, under: path + [outline.title])
            case .feed(let address, let site, _):
                guard let address = WebAddress(typed: address) else { return [] }
                return [
                    ImportedFeed(
                        address: address, title: outline.title, site: site.flatMap { WebAddress($0) }, folder: path)
                ]
            }
        }
    }
}
