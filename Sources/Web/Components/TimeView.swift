import Foundation
import Markup

/// A view of a time that script turns into an age.
enum TimeView {
    /// Writes the `time` element.
    /// - Parameter isSpelled: true for "2 hours" instead of "2 h".
    static func write(_ scope: RequestScope, _ date: Date, isSpelled: Bool = false, into w: inout HTMLWriter) {
        w.raw(isSpelled ? "<time data-spelled-out datetime=\"" : "<time datetime=\"")
        w.text(upTo: TimeFormatter.rfc3339Length) { TimeFormatter.rfc3339(date, into: $0) }
        w.raw("\">")
        w.text(upTo: TimeFormatter.shortLength) { scope.time.short(date, into: $0) }
        w.raw("</time>")
    }
}
