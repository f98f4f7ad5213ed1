internal import Synchronization

/// The outland's pages, read once its address is known.
///
/// Invariant: the pages are those of the site beside them.
final class OutlandShelf: Sendable {
    private let kept = Mutex<(site: String, pages: [OutlandPage])>(("", []))

    func pages(at site: String) -> [OutlandPage] {
        kept.withLock { kept in
            if kept.pages.isEmpty || kept.site != site {
                kept = (site, OutlandReader(site: site).pages(in: EmbeddedContent.text(of: SampleOutland.slug)))
            }
            return kept.pages
        }
    }
}
