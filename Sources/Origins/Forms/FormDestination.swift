import Markup
import URLs

/// The rule for form submissions: input goes to the origin of the page that showed the form, over HTTPS if the page was
/// loaded over HTTPS, or is not sent.
struct FormDestination {
    /// A form's target address.
    enum Target: Equatable {
        /// An address at the page's origin.
        case own(WebAddress)
        /// The origin of an address at another site.
        case foreign(String)
        /// An action that is not a web address.
        case invalid
    }

    /// The address of the page after redirects.
    private let page: WebAddress
    /// The document's base URL (HTML §2.4.3), which a page may set.
    private let base: WebAddress

    init(_ root: HTMLElement, of page: WebAddress) {
        self.page = page
        base = Self.base.flatMap(root.first)?["href"].flatMap { WebAddress($0, base: page) } ?? page
    }

    /// Resolves a form's action.
    /// - Parameter action: the attribute as written. An empty action means the page itself, whatever its base (HTML
    ///   §4.10.22.3).
    func target(_ action: String?) -> Target {
        guard let action, !action.allSatisfy(\.isWhitespace) else { return .own(page.withoutFragment) }
        guard let address = WebAddress(action, base: base) else { return .invalid }
        let target = address.withoutFragment.upgraded(like: page)
        return target.origin == page.origin ? .own(target) : .foreign(target.origin)
    }

    /// Returns the target of a form if the button is pressed.
    func target(of form: HTMLElement, pressing button: HTMLElement?) -> Target {
        target(button?["formaction"] ?? form["action"])
    }

    /// Returns true if the element submits its form (HTML §4.10.22.2).
    static func isSubmitButton(_ element: HTMLElement) -> Bool {
        guard element[FormControlMarkup.kindAttribute] == nil, element["disabled"] == nil else { return false }
        let type = element["type"]?.lowercased()
        return element.name == "button" ? !["button", "reset"].contains(type) : type == "submit" || type == "image"
    }

    private static let base = ElementSelector("base[href]")
}

extension WebAddress {
    /// Returns the address with `https` if the page was loaded over HTTPS and only the scheme differs, like
    /// `upgrade-insecure-requests`: a site behind a proxy may not know that it is served over HTTPS.
    func upgraded(like page: WebAddress) -> WebAddress {
        guard page.isSecure, !isSecure, host == page.host, port == 80 else { return self }
        return WebAddress("https" + text.dropFirst("http".count)) ?? self
    }

    /// Returns true if a redirect to the address stays at this site: the same host except for `www.`, the same port,
    /// and never from HTTPS to HTTP.
    func isSameSite(redirectedTo other: WebAddress) -> Bool {
        guard bareHost == other.bareHost else { return false }
        if isSecure == other.isSecure { return port == other.port }
        return other.isSecure && port == 80 && other.port == 443
    }
}
