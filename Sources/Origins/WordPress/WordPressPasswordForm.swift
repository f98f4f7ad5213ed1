import Markup

/// The form that replaces a protected story's text and comments (`get_the_password_form`).
enum WordPressPasswordForm {
    /// Returns true if the page shows the form. The form's class alone does not suffice, since styles name it on every
    /// page of a site.
    /// - Parameter html: the source of `page`.
    static func stands(in page: HTMLDocument, _ html: String) -> Bool {
        html.contains(className) && WordPressSelectors.passwordForm.flatMap(page.root.first) != nil
    }

    /// Returns true if the text contains the form.
    /// - Parameter html: a page, or a text of a feed.
    static func stands(in html: String) -> Bool {
        html.contains(className) && stands(in: HTMLDocument(html), html)
    }

    private static let className = "post-password-form"
}
