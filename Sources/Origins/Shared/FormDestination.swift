import Markup
import URLs

/// The rule for what a person types: it goes to the origin of the page that showed the form, over https where the page
/// came by it, or not at all.
struct FormDestination {
    /// An address that a form names.
    enum Target: Equatable {
        /// At the page's origin.
        case own(WebAddress)
        /// Another origin.
        case foreign(String)
        /// No web address.
        case invalid
    }

    /// After redirects.
    private let page: WebAddress
    /// The document's base URL (HTML §2.4.3), which a page may set.
    private let base: WebAddress

    init(_ root: PageElement, of page: WebAddress) {
        self.page = page
        base = Self.base.flatMap(root.first)?["href"].flatMap { WebAddress($0, base: page) } ?? page
    }

    /// - Parameter action: as written. An empty one means the page itself, whatever its base (HTML §4.10.22.3).
    func target(_ action: String?) -> Target {
        guard let action, !action.allSatisfy(\.isWhitespace) else { return .own(page.withoutFragment) }
        guard let address = WebAddress(action, base: base) else { return .invalid }
        let target = address.withoutFragment.upgraded(like: page)
        return target.origin == page.origin ? .own(target) : .foreign(target.origin)
    }

    /// The target of a form when a button is pressed.
    func target(of form: PageElement, pressing button: PageElement?) -> Target {
        target(button?["formaction"] ?? form["action"])
    }

    /// Whether it sends its form (HTML §4.10.22.2).
    static func isSubmitButton(_ element: PageElement) -> Bool {
        guard element[FormControlMarkup.kindAttribute] == nil, element["disabled"] == nil else { return false }
        let type = element["type"]?.lowercased()
        return element.name == "button" ? !["button", "reset"].contains(type) : type == "submit" || type == "image"
    }

    private static let base = ElementSelector("base[href]")
}

extension WebAddress {
    /// Over https where a page came by it and only the scheme differs, as by `upgrade-insecure-requests`: a site behind a proxy
    /// need not know that.
    func upgraded(like page: WebAddress) -> WebAddress {
        guard page.isSecure, !isSecure, host == page.host, port == 80 else { return self }
        return WebAddress("https" + text.dropFirst("http".count)) ?? self
    }

    /// Whether a redirect to an address stays at this site: the same host but for `www.`, the same port, and never back from
    /// https.
    func isSameSite(redirectedTo other: WebAddress) -> Bool {
        guard bareHost == other.bareHost else { return false }
        if isSecure == other.isSecure { return port == other.port }
        return other.isSecure && port == 80 && other.port == 443
    }
}
