import Markup
import News
import URLs

/// The form for comments, as a page has it: every field goes along, whatever its name (WordPress `comment-template.php`,
/// Akismet `class.akismet.php`).
struct WordPressCommentForm {
    let action: WebAddress
    private let controls: [CommentControl]

    /// Pages of strangers may have any number.
    private static let (maxForms, maxControls) = (8, 200)

    /// The page's form for comments; of several that of the post.
    init?(on page: FreshWordPressPage, postID: Int?) {
        let elements = (Self.formOrControl.map(page.document.root.all) ?? []).map(Placed.init)
        let forms = elements.map(\.element).filter { $0.name == "form" && Self.isForComments($0, on: page) }
            .prefix(Self.maxForms)
        let known = postID.map { "\($0)" }
        let all = forms.compactMap { WordPressCommentForm($0, elements, on: page) }
        guard let chosen = all.first(where: { known != nil && $0.postID == known }) ?? all.first else { return nil }
        self = chosen
    }

    private init?(_ form: PageElement, _ elements: [Placed], on page: FreshWordPressPage) {
        var controls = Self.owned(by: form, elements).compactMap { CommentControl($0, in: form) }
        if !controls.contains(where: \.takesText) {
            // Controls behind an end tag that closed too much are still the form's (HTML §13.2.4.4).
            controls += Self.following(form, elements).compactMap { CommentControl($0, in: form) }
        }
        guard controls.contains(where: \.takesText) else { return nil }
        self.controls = CommentControl.withOneText(CommentControl.withOneButton(controls))
        let base = Self.base.flatMap(page.document.root.first)?["href"].flatMap { WebAddress($0, base: page.address) }
        let written = form["action"] ?? ""
        guard let action = WebAddress(written, base: base ?? page.address) else { return nil }
        self.action = action.withoutFragment
    }

    private var postID: String? { controls.first { $0.role == .post }?.value }

    /// The fields that a browser would send.
    /// - Parameters:
    ///   - postID: where the form has none.
    ///   - milliseconds: since 1970, now.
    func filled(with comment: NewComment, postID: Int?, milliseconds: Int64) -> [(name: String, value: String)] {
        let author = comment.author
        let parent = comment.target.commentKey ?? "0"
        var fields: [(name: String, value: String)] = []
        for control in controls {
            let value: String? =
                switch control.role {
                case .author: author?.name ?? control.value
                case .email: author?.email ?? control.value
                case .url: author?.url ?? control.value
                case .text: comment.text
                case .consent: author?.allowsCookies == true ? control.value : nil
                case .parent: parent
                case .scriptTime: "\(milliseconds)"
                case .post, .other, .button, .concealedText: control.value
                }
            if let value { fields.append((control.name, value)) }
        }
        if !controls.contains(where: { $0.role == .post }), let postID { fields.append((Self.postField, "\(postID)")) }
        if !controls.contains(where: { $0.role == .parent }) { fields.append((Self.parentField, parent)) }
        return fields
    }

    static let postField = "comment_post_ID"
    static let parentField = "comment_parent"

    // MARK: Finding it

    private static let formOrControl = ElementSelector("form, input, button")
    private static let postInput = ElementSelector("[name=comment_post_ID]")
    private static let base = ElementSelector("base[href]")

    private static func isForComments(_ form: PageElement, on page: FreshWordPressPage) -> Bool {
        guard form["method"]?.lowercased() == "post" else { return false }
        if let action = form["action"], let address = WebAddress(action, base: page.address) {
            // Another site's form is none of ours: it would get the visitor's name and address.
            guard isSameSite(address.bareHost, page.address.bareHost) else { return false }
            if address.path.hasSuffix("/wp-comments-post.php") { return true }
            // Renamed against spam.
            guard address.bareHost == page.address.bareHost else { return false }
        } else {
            return false
        }
        return postInput.flatMap(form.first) != nil
    }

    /// WordPress itself may be at `cms.paper.example`, its pages at `paper.example`, or the other way round.
    private static func isSameSite(_ one: String, _ other: String) -> Bool {
        one == other || one.hasSuffix(".\(other)") || (one.contains(".") && other.hasSuffix(".\(one)"))
    }

    /// A form or control, with the form around it.
    private struct Placed {
        let element: PageElement
        let form: PageElement?

        init(_ element: PageElement) {
            self.element = element
            var outer = element.parent
            while let here = outer, here.name != "form" { outer = here.parent }
            form = outer
        }
    }

    private static func owned(by form: PageElement, _ elements: [Placed]) -> ArraySlice<PageElement> {
        elements.filter { placed in
            guard placed.element.name != "form" else { return false }
            if let id = placed.element["form"] { return !id.isEmpty && id == form["id"] }
            return placed.form == form
        }.map(\.element).prefix(maxControls)
    }

    private static func following(_ form: PageElement, _ elements: [Placed]) -> ArraySlice<PageElement> {
        elements.drop { $0.element != form }.dropFirst().prefix { $0.element.name != "form" }
            .filter { $0.element["form"] == nil && $0.form == nil }.map(\.element).prefix(maxControls)
    }
}
