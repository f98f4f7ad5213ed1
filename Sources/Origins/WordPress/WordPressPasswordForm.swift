import Markup

/// What stands in the place of a protected story's text and comments (`get_the_password_form`).
enum WordPressPasswordForm {
    /// - Parameter html: of `page`. Styles name the form's class on every page of a site.
    static func stands(in page: ParsedPage, _ html: String) -> Bool {
        html.contains(className) && WordPressSelectors.passwordForm.flatMap(page.root.first) != nil
    }

    /// - Parameter html: a page, or a feed's text.
    static func stands(in html: String) -> Bool {
        html.contains(className) && stands(in: ParsedPage(html), html)
    }

    private static let className = "post-password-form"
}
