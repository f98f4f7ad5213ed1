import Foundation
import News

/// The rows of devices that have signed in before, each identified by a cookie of which only the hash is stored.
///
/// Their failed logins are counted apart from unknown clients' (`LoginThrottle`), so that an attacker cannot lock the
/// owner out. After OWASP: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
struct KnownDeviceStore {
    let transaction: Transaction
    let now: Date

    /// More than anyone has; the least recently used is dropped.
    private static let maxDevices: Int64 = 100

    /// Whether this cookie belongs to a device of any reader.
    func contains(_ device: SecretToken) throws -> Bool {
        try transaction.number(
            "select 1 from sign_in_device where hash = ? and expires_at > ?", [.text(device.hash), .date(now)])
            != nil
    }

    /// Registers a session's device under a new cookie; its former cookie is deleted.
    /// - Returns: the cookie to set.
    func register(_ session: ReaderSession, insteadOf former: SecretToken?) throws -> SecretToken {
        let device = SecretToken()
        try transaction.run("delete from sign_in_device where expires_at <= ?", [.date(now)])
        if let former { try transaction.run("delete from sign_in_device where hash = ?", [.text(former.hash)]) }
        try transaction.run(
            """
            delete from sign_in_device where hash in (select hash from sign_in_device where reader_id = ?
              order by seen_at desc, made_at desc limit 1000000 offset ?)
            """, [.number(session.reader.rawValue), .number(Self.maxDevices - 1)])
        try transaction.run(
            """
            insert into sign_in_device (hash, reader_id, session_id, made_at, seen_at, expires_at)
            values (?, ?, ?, ?, ?, ?)
            """,
            [
                .text(device.hash), .number(session.reader.rawValue), .number(session.id.rawValue), .date(now),
                .date(now), .date(now.addingTimeInterval(ReaderSession.deviceLifetime)),
            ])
        return device
    }

    /// Extends the device of a live session.
    /// - Parameter shown: the device cookie the client sent, if any.
    /// - Returns: the cookie to set; nil if the session already has a device whose cookie the client does not return.
    func refresh(_ session: ReaderSession, shown: SecretToken?) throws -> SecretToken? {
        if let shown {
            let kept = try transaction.run(
                """
                update sign_in_device set seen_at = ?, expires_at = ?, session_id = ?
                where hash = ? and reader_id = ?
                """,
                [
                    .date(now), .date(now.addingTimeInterval(ReaderSession.deviceLifetime)),
                    .number(session.id.rawValue), .text(shown.hash), .number(session.reader.rawValue),
                ])
            if kept > 0 { return shown }
        }
        // A client that keeps only the session cookie must not push out other devices, one row an hour.
        let given = try transaction.number(
            "select 1 from sign_in_device where session_id = ?", [.number(session.id.rawValue)])
        return given == nil ? try register(session, insteadOf: nil) : nil
    }

    /// Removes the device of one session: somebody else may hold it.
    func remove(_ id: ReaderSession.ID) throws {
        try transaction.run("delete from sign_in_device where session_id = ?", [.number(id.rawValue)])
    }

    /// Removes every device of a reader except that of one session.
    func removeAll(of reader: Int64, but kept: Int64? = nil) throws {
        try transaction.run(
            "delete from sign_in_device where reader_id = ? and session_id <> ?", [.number(reader), .number(kept ?? 0)])
    }
}
