import Hummingbird
import Markup

/// A finished page, before compression.
struct Page: Sendable {
    var status: HTTPResponse.Status = .ok
    var bytes: [UInt8]
    /// Whether the same address gives the same bytes while nothing changes (a preview of the outside does not).
    var isKept = true

    init(status: HTTPResponse.Status = .ok, isKept: Bool = true, _ writer: HTMLWriter) {
        self.status = status
        self.bytes = writer.finished()
        self.isKept = isKept
    }
}
