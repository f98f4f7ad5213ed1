import Hummingbird
import Markup

/// A finished page, before compression.
struct Page: Sendable {
    var status: HTTPResponse.Status = .ok
    var bytes: [UInt8]
    /// Where a story's sound or film may be played from, once a person taps; nothing else is ever allowed.
    var mediaSources: [String] = []
    /// Whether the same address gives the same bytes while nothing changes (a preview of the outside does not).
    var isKept = true

    init(status: HTTPResponse.Status = .ok, mediaSources: [String] = [], isKept: Bool = true, _ writer: HTMLWriter) {
        self.status = status
        self.bytes = writer.bytes
        self.mediaSources = mediaSources
        self.isKept = isKept
    }
}
