import Foundation
import Markup

/// An instant on a page: worded as date and clock, with the exact time on request; script turns it into an age.
enum TimeView {
    /// - Parameter isSpelled: the page's own script words it ("2 hours"), not the one of every page ("2 h").
    static func write(_ scope: RequestScope, _ date: Date, isSpelled: Bool = false, into w: inout HTMLWriter) {
        w.raw(isSpelled ? "<time data-long datetime=\"" : "<time datetime=\"")
        w.text(upTo: TimeFormatter.rfc3339Length) { TimeFormatter.rfc3339(date, into: $0) }
        w.raw("\">")
        w.text(upTo: TimeFormatter.shortLength) { scope.time.short(date, into: $0) }
        w.raw("</time>")
    }
}
