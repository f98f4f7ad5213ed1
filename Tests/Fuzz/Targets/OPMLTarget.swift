@testable import Feeds

extension FuzzTarget {
    /// Any bytes are a list of feeds or refused; a list that was written names the same feeds, and is written again as it is.
    static let opml = FuzzTarget(name: "opml") { bytes in
        let list: OPML
        do { list = try OPML.read(bytes) } catch { return }
        let written = list.serialized()
        do throws(FeedError) {
            let again = try OPML.read(written)
            demand(addresses(again.outlines) == addresses(list.outlines), "read again it names other feeds")
            let twice = again.serialized()
            demand(twice == written, "written again it differs, " + parting(written, twice))
        } catch {
            breach("we cannot read the list we wrote: \(error.message)")
        }
    }

    /// The addresses of the feeds, in order; folders below the 64th level are written empty.
    private static func addresses(_ outlines: [OPMLOutline], depth: Int = 1) -> [String] {
        outlines.flatMap { outline -> [String] in
            switch outline.kind {
            case .feed(let address, _, _): [address]
            case .folder(let children): depth < 64 ? addresses(children, depth: depth + 1) : []
            }
        }
    }
}
