import Markup
import News
import URLs

/// The comment form of a page, with every field whatever its name (WordPress `comment-template.php`, Akismet
/// `class.akismet.php`).
struct WordPressCommentForm {
    let action: WebAddress
    private let controls: [CommentFormControl]

    /// The maximum numbers of forms and controls, since untrusted pages may have any number.
    private static let (maxForms, maxControls) = (8, 200)

    /// Finds the page's comment form; the one of the post if there are several.
    init?(on page: WordPressFormPage, postID: Int?) {
        let elements = (Self.formOrControl.map(page.document.root.all) ?? []).map(Placed.init)
        let known = postID.map { "\($0)" }
        let all = Self.forms(among: elements).compactMap { WordPressCommentForm($0, elements, on: page) }
        guard let chosen = all.first(where: { known != nil && $0.postID == known }) ?? all.first else { return nil }
        self = chosen
    }

    /// Returns the origin of another site that a comment form on the page would send to; nil if there is none.
    static func foreignOrigin(on page: WordPressFormPage) -> String? {
        let elements = (formOrControl.map(page.document.root.all) ?? []).map(Placed.init)
        for form in forms(among: elements) {
            if case .foreign(let origin) = target(of: form, elements, on: page) { return origin }
        }
        return nil
    }

    private init?(_ form: HTMLElement, _ elements: [Placed], on page: WordPressFormPage) {
        guard case .own(let address) = Self.target(of: form, elements, on: page) else { return nil }
        action = address
        var controls = Self.owned(by: form, elements).compactMap { CommentFormControl($0, in: form) }
        if !controls.contains(where: \.takesText) {
            // Controls after an end tag that closed too much still belong to the form (HTML §13.2.4.4).
            controls += Self.following(form, elements).compactMap { CommentFormControl($0, in: form) }
        }
        guard controls.contains(where: \.takesText) else { return nil }
        self.controls = CommentFormControl.withOneText(CommentFormControl.withOneButton(controls))
    }

    private var postID: String? { controls.first { $0.role == .post }?.value }

    /// Returns the fields that a browser would send.
    /// - Parameters:
    ///   - postID: the post's id, for a form without one.
    ///   - milliseconds: the current time in milliseconds since 1970.
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
    private static let script = "wp-comments-post.php"

    private static func forms(among elements: [Placed]) -> ArraySlice<HTMLElement> {
        elements.map(\.element).filter { $0.name == "form" && isForComments($0) }.prefix(maxForms)
    }

    /// Returns true if the form's address is that of comments, or, if the address was renamed against spam, its fields
    /// are.
    private static func isForComments(_ form: HTMLElement) -> Bool {
        guard form["method"]?.lowercased() == "post" else { return false }
        return (form["action"] ?? "").prefix { $0 != "?" && $0 != "#" }.hasSuffix(script)
            || postInput.flatMap(form.first) != nil
    }

    /// Returns the address that a browser would send the form to: that of the pressed button, else that of the form.
    private static func target(
        of form: HTMLElement, _ elements: [Placed], on page: WordPressFormPage
    ) -> FormDestination.Target {
        var buttons = owned(by: form, elements).filter(FormDestination.isSubmitButton)
        if buttons.isEmpty { buttons = following(form, elements).filter(FormDestination.isSubmitButton) }
        let pressed = buttons.first { $0["name"] == "submit" } ?? buttons.first
        guard pressed?["formmethod"]?.lowercased() ?? "post" == "post" else { return .invalid }
        return page.destination.target(of: form, pressing: pressed)
    }

    /// A form or control, with the form around it.
    private struct Placed {
        let element: HTMLElement
        let form: HTMLElement?

        init(_ element: HTMLElement) {
            self.element = element
            var outer = element.parent
            while let here = outer, here.name != "form" { outer = here.parent }
            form = outer
        }
    }

    private static func owned(by form: HTMLElement, _ elements: [Placed]) -> ArraySlice<HTMLElement> {
        elements.filter { placed in
            guard placed.element.name != "form" else { return false }
            if let id = placed.element["form"] { return !id.isEmpty && id == form["id"] }
            return placed.form == form
        }.map(\.element).prefix(maxControls)
    }

    private static func following(_ form: HTMLElement, _ elements: [Placed]) -> ArraySlice<HTMLElement> {
        elements.drop { $0.element != form }.dropFirst().prefix { $0.element.name != "form" }
            .filter { $0.element["form"] == nil && $0.form == nil }.map(\.element).prefix(maxControls)
    }
}
