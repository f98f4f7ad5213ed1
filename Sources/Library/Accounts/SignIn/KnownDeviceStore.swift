import Foundation
import News

/// The rows of devices that have signed in with success before, each known by a cookie of which only the hash is kept.
///
/// Their wrong guesses are counted apart from everybody else's (`LoginThrottle`), so that strangers cannot keep the owner
/// out. The rule is OWASP's: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
struct KnownDeviceStore {
    let transaction: Transaction
    let now: Date

    /// More than anybody has; the one unused for longest gives way.
    private static let maxDevices: Int64 = 100

    /// Whether a device of any reader shows this cookie.
    func contains(_ device: SecretToken) throws -> Bool {
        try transaction.number(
            "select 1 from sign_in_device where hash = ? and expires_at > ?", [.text(device.hash), .date(now)])
            != nil
    }

    /// Remembers the device on which a session was opened, under a new cookie; the one it showed before is forgotten.
    /// - Returns: the cookie it shows from now on.
    func register(_ opened: ReaderSession, insteadOf former: SecretToken?) throws -> SecretToken {
        let device = SecretToken()
        try transaction.run("delete from sign_in_device where expires_at <= ?", [.date(now)])
        if let former { try transaction.run("delete from sign_in_device where hash = ?", [.text(former.hash)]) }
        try transaction.run(
            """
            delete from sign_in_device where hash in (select hash from sign_in_device where reader_id = ?
              order by seen_at desc, made_at desc limit 1000000 offset ?)
            """, [.number(opened.reader.rawValue), .number(Self.maxDevices - 1)])
        try transaction.run(
            """
            insert into sign_in_device (hash, reader_id, session_id, made_at, seen_at, expires_at)
            values (?, ?, ?, ?, ?, ?)
            """,
            [
                .text(device.hash), .number(opened.reader.rawValue), .number(opened.id.rawValue), .date(now),
                .date(now), .date(now.addingTimeInterval(ReaderSession.deviceLifetime)),
            ])
        return device
    }

    /// Notes that the device of a living session is still in use.
    /// - Parameter shown: the cookie it shows, if it shows one.
    /// - Returns: the cookie it shows from now on; nil where it needs none, as it throws away what it is given.
    func refresh(_ living: ReaderSession, shown: SecretToken?) throws -> SecretToken? {
        if let shown {
            let kept = try transaction.run(
                """
                update sign_in_device set seen_at = ?, expires_at = ?, session_id = ?
                where hash = ? and reader_id = ?
                """,
                [
                    .date(now), .date(now.addingTimeInterval(ReaderSession.deviceLifetime)),
                    .number(living.id.rawValue), .text(shown.hash), .number(living.reader.rawValue),
                ])
            if kept > 0 { return shown }
        }
        // A program that keeps the session's cookie alone must not push out others' devices, a row an hour.
        let given = try transaction.number(
            "select 1 from sign_in_device where session_id = ?", [.number(living.id.rawValue)])
        return given == nil ? try register(living, insteadOf: nil) : nil
    }

    /// Forgets the device of one session: somebody else may hold it.
    func remove(_ id: ReaderSession.ID) throws {
        try transaction.run("delete from sign_in_device where session_id = ?", [.number(id.rawValue)])
    }

    /// Forgets every device of a reader, but perhaps that of one session.
    func removeAll(of reader: Int64, but kept: Int64? = nil) throws {
        try transaction.run(
            "delete from sign_in_device where reader_id = ? and session_id <> ?", [.number(reader), .number(kept ?? 0)])
    }
}
