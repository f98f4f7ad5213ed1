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
    var attributes: [HTMLAttribute] = []

    func write(into w: inout HTMLWriter, _ controls: (inout HTMLWriter) -> Void = { _ in }) {
        let isLoading = state == .loading
        let role = state == .failed ? "alert" : "status"
        w.element(
            .div, [.class("fetch-status", style, isLoading ? "loading" : nil), .role(role)],
            more: { w in for attribute in attributes { w.attribute(attribute) } }
        ) { w in
            w.element(.p, text: sentence)
            if isLoading {
                w.element(.div, class: "skeleton", [.aria("hidden", "true"), .hidden()]) { w in
                    for _ in 1...4 { w.element(.i) }
                }
            }
            controls(&w)
        }
    }
}
