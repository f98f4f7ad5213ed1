import Library
import Markup

/// The facts that say who can read here, and what the request's browser may change about that.
struct AccessState {
    let hasPassword: Bool
    /// The user name, for password managers and other apps.
    let userName: String
    /// The origins by which other devices reach this server, the most likely first.
    let origins: [String]
    /// True if a new password needs the present one.
    let needsPresentPassword: Bool
    /// True if the browser has come by the link for a forgotten password, and can set a new one.
    let isRecovering: Bool
    private let isLocal: Bool
    private let hasSession: Bool
    private let isAnonymous: Bool
    private let policy: AccessPolicy

    init(_ scope: RequestScope) async throws(LibraryError) {
        hasPassword = try await scope.library.sessions.hasPassword(for: scope.reader)
        userName = try await scope.library.appPasswords.userName(of: scope.reader)
        policy = scope.dependencies.settings.accessPolicy
        hasSession = scope.identity.session != nil
        needsPresentPassword = hasPassword && scope.identity.session?.mayReplacePassword(at: scope.now) != true
        isRecovering = !needsPresentPassword && scope.identity.session?.method == .recovery
        if case .anonymous = scope.identity { isAnonymous = true } else { isAnonymous = false }
        isLocal = scope.client.isLocal
        // The address that another device has used is one that reaches this server.
        let own = scope.client.hasLoopbackName ? [] : [scope.client.origin]
        var seen: Set<String> = []
        origins = (own + policy.reachableOrigins()).filter { seen.insert($0).inserted }
    }

    /// True if the browser may set the password: it is signed in, or at this machine.
    var canChangePassword: Bool { hasSession || isLocal }
    /// True if this server may be without a password, as it answers at this machine only.
    var canRemovePassword: Bool {
        guard hasPassword, case .untilPasswordSet = policy.anonymousAccess else { return false }
        return canChangePassword
    }
    /// True if other devices read only once they are signed in. Who has no password may have come in another way.
    var isClosed: Bool { hasPassword || !isAnonymous }
    /// True if the reader has devices that are signed in, or can have some.
    var hasDevices: Bool { hasPassword || hasSession }
}
