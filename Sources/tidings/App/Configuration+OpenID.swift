import Fetching
import Foundation
import Markup
import OpenID
import Web

/// The settings of the sign-in at an identity provider, as written.
struct OpenIDConfiguration: Sendable {
    var issuer = ""
    var clientID = ""
    var clientSecret: String?
    var clientSecretFile: String?
    var label = ""
    var nameClaim = "preferred_username"
    var joins = false
    /// The place of the last setting, for error messages.
    var from = ""
}

extension Configuration {
    static let openIDKeys: Set<String> = [
        "openid.issuer", "openid.clientID", "openid.clientSecret", "openid.clientSecretFile", "openid.label",
        "openid.nameClaim", "openid.joins",
    ]

    private static let maxLabelLength = 40
    /// The size in bytes of the longest file of a secret.
    private static let maxSecretBytes = 4_096

    mutating func setOpenID(_ key: String, to value: String, _ from: String) throws {
        switch key {
        case "openid.issuer": openID.issuer = value
        case "openid.clientID": openID.clientID = value
        case "openid.clientSecret":
            guard from != "--set" else {
                throw CLIError(
                    .configuration,
                    "--set: other programs can read arguments, so give the secret by openid.clientSecretFile or TIDINGS_OPENID_CLIENTSECRET."
                )
            }
            openID.clientSecret = value
        case "openid.clientSecretFile": openID.clientSecretFile = value
        case "openid.label": openID.label = value
        case "openid.nameClaim": openID.nameClaim = value
        case "openid.joins": openID.joins = try Self.flag(value, key, from)
        default: throw Self.unknownSetting(key, from)
        }
        openID.from = from
    }

    /// Returns the registration of this server; nil if none is set.
    ///
    /// - Throws: `CLIError` for settings that are missing or cannot be used.
    func openIDSettings() throws -> OpenIDSettings? {
        guard !openID.from.isEmpty else { return nil }
        let label = PrintableText.line(openID.label).trimmingCharacters(in: .whitespaces)
        guard !label.isEmpty, label.count <= Self.maxLabelLength, !openID.nameClaim.isEmpty else {
            throw CLIError(
                .configuration,
                "\(openID.from): openid.label takes the provider’s name for the button “Sign in with …”, in at most \(Self.maxLabelLength) characters."
            )
        }
        let settings = OpenIDSettings(
            issuer: openID.issuer, clientID: openID.clientID, clientSecret: try openIDSecret(),
            nameClaim: openID.nameClaim)
        guard let settings else {
            throw CLIError(
                .configuration,
                "\(openID.from): openid.issuer takes an https address without a query, such as https://id.example, and openid.clientID what the provider calls this server; both are needed."
            )
        }
        return settings
    }

    private func openIDSecret() throws -> String? {
        guard let path = openID.clientSecretFile else { return openID.clientSecret }
        let secret = FileManager.default.contents(atPath: path).flatMap { bytes in
            bytes.count <= Self.maxSecretBytes ? String(data: bytes, encoding: .utf8) : nil
        }?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let secret, !secret.isEmpty, openID.clientSecret == nil else {
            throw CLIError(
                .configuration,
                "\(openID.from): openid.clientSecretFile takes a readable file with the secret alone, in place of openid.clientSecret."
            )
        }
        return secret
    }

    /// Returns the sign-in at the identity provider; nil if none is set.
    func openIDSignIn(_ fetcher: Fetcher, now: @escaping @Sendable () -> Date) throws -> OpenIDSignIn? {
        try openIDSettings().map { settings in
            OpenIDSignIn(
                client: OpenIDClient(settings: settings, fetcher: fetcher, now: now),
                label: PrintableText.line(openID.label).trimmingCharacters(in: .whitespaces),
                admitsUnknown: openID.joins)
        }
    }
}
