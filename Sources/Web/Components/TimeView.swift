import Foundation
import Markup

/// A view of a time that script turns into an age.
enum TimeView {
    /// Writes the `time` element.
    /// - Parameter isSpelled: true for "2 hours" instead of "2 h".
    static func write(_ scope: RequestScope, _ date: Date, isSpelled: Bool = false, into w: inout HTMLWriter) {
        w.element(
            .time, [],
            more: { w in
                if isSpelled { w.attribute(.data(.spelledOut)) }
                w.attribute("datetime") { w in
                    w.text(upTo: TimeFormatter.rfc3339Length) { buffer in TimeFormatter.rfc3339(date, into: buffer) }
                }
            }
        ) { w in
            w.text(upTo: TimeFormatter.shortLength) { buffer in scope.time.short(date, into: buffer) }
        }
    }
}
