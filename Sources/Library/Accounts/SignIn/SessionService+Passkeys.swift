import News
import Untrusted

/// Signing in by passkey.
extension SessionService {
    /// Returns a challenge for any reader's passkey, in base64url, for one use within `PasskeyOptions.lifetime`.
    public func passkeyChallenge() -> String {
        Base64URL.encode(context.passkeyChallenges.make(for: .signIn, at: context.now()))
    }

    /// Signs in the reader whose passkey has signed a challenge; session and device get new tokens. Attempts are not
    /// throttled, as nobody guesses a signature.
    /// - Throws: `.passkey` with the reason.
    public func signIn(
        _ answer: PasskeySignature, at site: PasskeySite, from client: LoginClient
    ) async throws(SignInError) -> (token: SecretToken, session: ReaderSession, device: SecretToken) {
        let (now, token) = (context.now(), SecretToken())
        do {
            let stored = try await context.database.read {
                try PasskeyStore(transaction: $0, now: now).find(answer.id)
            }
            guard let stored else { throw PasskeyRejection.unknown }
            let (challenge, data) = try answer.checked(by: stored, at: site)
            guard context.passkeyChallenges.use(challenge, for: .signIn, at: now) else {
                throw PasskeyRejection.staleChallenge
            }
            let result = try await context.writeAndNotify(for: stored.reader) {
                transaction -> Result<(ReaderSession, SecretToken), PasskeyRejection> in
                let store = PasskeyStore(transaction: transaction, now: now)
                // The passkey may have been removed or used meanwhile.
                guard let present = try store.find(answer.id) else { return .failure(.unknown) }
                guard max(present.signCount, data.signCount) == 0 || data.signCount > present.signCount else {
                    return .failure(.copied)
                }
                try store.recordUse(of: present.passkey.id, data)
                let session = try SessionStore(transaction: transaction, now: now)
                    .open(token, .passkey, client, reader: present.reader.rawValue)
                let devices = KnownDeviceStore(transaction: transaction, now: now)
                return .success((session, try devices.register(session, replacing: client.device)))
            }
            let (session, device) = try result.get()
            return (token, session, device)
        } catch { throw SignInError(error) }
    }
}
