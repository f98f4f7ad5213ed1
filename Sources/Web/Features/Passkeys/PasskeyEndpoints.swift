import Foundation
import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let passkeys: Self = "settings/passkeys", passkeyOptions: Self = "settings/passkeys/options"
}

extension ReaderEndpoint {
    /// The page of the reader's passkeys, and the facts from which a browser makes a new one.
    static let passkeys: [Self] = [
        .page(.passkeys) { scope in try await PasskeysPage().page(for: scope) },
        .response(.get, .passkeyOptions, kind: .data) { routes, request, context in
            guard let site = PasskeySite(origin: context.client.origin), let session = context.identity.session else {
                throw LibraryError.notThere
            }
            let options = try await routes.dependencies.library.passkeys.options(at: site, for: session.reader)
            return try Response.freshJSON(PasskeyCreationOptions(options, site))
        },
    ]
}

extension ActionEndpoint {
    /// The actions that add and remove passkeys.
    static let passkeys: [Self] = [
        Self(.addPasskey, PasskeyForm.self) { form, scope in
            let page = scope.path(.page(.passkeys))
            do {
                guard scope.identity.session != nil, let site = PasskeySite(origin: scope.client.origin) else {
                    throw LibraryError.invalid(why: PasskeyStrings.signInFirst)
                }
                let passkey = try await scope.library.passkeys.add(
                    try form.registration(), named: form.name, at: site, for: scope.reader)
                return .toast(PasskeyStrings.added(passkey.name), on: page)
            } catch LibraryError.invalid(let why) { return .failed(why, go: page) }
        },
        Self(.removePasskey, PasskeyIDForm.self) { form, scope in
            let passkeys = scope.library.passkeys
            let removed = try await passkeys.all(for: scope.reader).first { $0.id == form.passkey }
            try await passkeys.remove(form.passkey, for: scope.reader)
            return .toast(PasskeyStrings.removed(removed?.name ?? ""), on: scope.path(.page(.passkeys)))
        },
    ]
}

/// The form with a new passkey, which script fills in.
struct PasskeyForm: FormValue {
    let name: String
    let clientData: String
    let attestation: String

    static let faults = ["name": PasskeyStrings.nameIt]

    func registration() throws(LibraryError) -> PasskeyRegistration {
        do { return try PasskeyRegistration(clientData: clientData, attestation: attestation) } catch {
            throw .invalid(why: error.sentence)
        }
    }
}

struct PasskeyIDForm: FormValue {
    let passkey: Passkey.ID

    static let faults = ["passkey": "No passkey was named."]
}

/// The facts from which a browser makes a passkey, as `PublicKeyCredentialCreationOptionsJSON` of WebAuthn Level 3 §5.1.
struct PasskeyCreationOptions: Encodable {
    private struct Site: Encodable { let id, name: String }
    private struct User: Encodable { let id, name, displayName: String }
    private struct Parameter: Encodable {
        var type = "public-key"
        let alg: Int64
    }
    private struct Known: Encodable {
        var type = "public-key"
        let id: String
    }
    private struct Selection: Encodable {
        var residentKey = "required"
        var requireResidentKey = true
        var userVerification = "required"
    }

    private let rp: Site
    private let user: User
    private let challenge: String
    private let pubKeyCredParams = PasskeyOptions.algorithms.map { Parameter(alg: $0) }
    private let timeout = Int(PasskeyOptions.lifetime * 1000)
    private let excludeCredentials: [Known]
    private let authenticatorSelection = Selection()
    private let attestation = "none"

    init(_ options: PasskeyOptions, _ site: PasskeySite) {
        rp = Site(id: site.host, name: Strings.productName)
        user = User(id: options.userHandle, name: options.userName, displayName: options.userName)
        challenge = options.challenge
        excludeCredentials = options.knownIDs.map { Known(id: $0) }
    }
}

/// The facts from which a browser signs in, as `PublicKeyCredentialRequestOptionsJSON` of WebAuthn Level 3 §5.1. They name
/// no passkey, so that strangers learn of none.
struct PasskeyRequestOptions: Encodable {
    private let rpId: String
    private let challenge: String
    private let timeout = Int(PasskeyOptions.lifetime * 1000)
    private let userVerification = "required"

    init(challenge: String, _ site: PasskeySite) { (self.challenge, rpId) = (challenge, site.host) }
}

extension Response {
    /// Returns JSON that no cache may keep.
    static func freshJSON(_ value: some Encodable) throws -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
    }
}
