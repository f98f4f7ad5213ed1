import Markup

/// A way to an original outside: one question is asked first (MIT-54), as a sheet where there is script, else on a page.
struct LeaveLink {
    let visit: Visit
    let link: OutsideLink

    /// - Parameter isFirst: leaves it out of what the key for the original opens, where another stands for it.
    func write(
        _ icon: Icon?, _ words: String, style: StaticString, isFirst: Bool = false, into w: inout HTMLWriter
    ) {
        w.raw("<a data-sheet=\"leave\"")
        if !isFirst { w.raw(" data-v") }
        if style.utf8CodeUnitCount > 0 {
            w.raw(" class=\"")
            w.raw(style)
            w.raw("\"")
        }
        w.attribute("href", visit.path(Route.leave(link)))
        w.raw(">")
        icon?.write(visit, into: &w)
        w.text(words)
        w.raw("</a>")
    }
}
