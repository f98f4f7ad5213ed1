import Markup

/// A view of a request to a site: the sentence about its state, and the controls that repeat it or lead on.
struct FetchStatusView {
    enum State {
        case loading
        /// The state of a page that is there, or that was not requested yet.
        case settled
        case failed
    }

    let state: State
    let sentence: String
    /// A further class of the box.
    var style: StaticString?
    /// Further attributes of the box.
    var attributes: [(name: StaticString, value: String)] = []

    func write(into w: inout HTMLWriter, _ controls: (inout HTMLWriter) -> Void = { _ in }) {
        w.raw("<div class=\"fetch-status")
        if let style {
            w.raw(" ")
            w.raw(style)
        }
        switch state {
        case .loading: w.raw(" loading\" role=\"status\"")
        case .settled: w.raw("\" role=\"status\"")
        case .failed: w.raw("\" role=\"alert\"")
        }
        for attribute in attributes { w.attribute(attribute.name, attribute.value) }
        w.raw("><p>")
        w.text(sentence)
        w.raw("</p>")
        if case .loading = state {
            w.raw("<div class=\"skeleton\" aria-hidden=\"true\" hidden><i></i><i></i><i></i><i></i></div>")
        }
        controls(&w)
        w.raw("</div>")
    }
}
