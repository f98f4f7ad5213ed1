import HTTPTypes

extension HTTPField.Name {
    static let secFetchMode = name("Sec-Fetch-Mode")
    static let secFetchSite = name("Sec-Fetch-Site")
    static let secFetchDest = name("Sec-Fetch-Dest")
    static let secPurpose = name("Sec-Purpose")
    static let purpose = name("Purpose")
    static let xPurpose = name("X-Purpose")
    static let xMoz = name("X-Moz")
    /// The header that the app's script sends when the browser shows a cached page, to fetch changes.
    static let restoredFromCache = name("Tidings-Shown-Again")
    /// The header that the app's script sends for a story that a person opens beside its list.
    static let openedBesideList = name("Tidings-Opened")
    static let contentSecurityPolicy = name("Content-Security-Policy")
    static let referrerPolicy = name("Referrer-Policy")
    static let contentTypeOptions = name("X-Content-Type-Options")
    static let openerPolicy = name("Cross-Origin-Opener-Policy")
    static let resourcePolicy = name("Cross-Origin-Resource-Policy")
    static let permissionsPolicy = name("Permissions-Policy")

    static let link = name("Link")
    static let robots = name("X-Robots-Tag")
    static let hubSignature = name("X-Hub-Signature")
    static let reprDigest = name("Repr-Digest")
    static let wantReprDigest = name("Want-Repr-Digest")

    static let forwardedFor = name("X-Forwarded-For")
    static let forwardedProto = name("X-Forwarded-Proto")
    static let forwardedHost = name("X-Forwarded-Host")
    static let clearSiteData = name("Clear-Site-Data")

    /// Returns the name of a header. All names are tokens (RFC 9110 §5.6.2), so the fallback is never used.
    private static func name(_ text: String) -> HTTPField.Name { HTTPField.Name(text) ?? .server }
}
