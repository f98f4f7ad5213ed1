import Foundation
import News

/// Devices that have signed in before, by a hashed cookie. Their failed logins are counted apart, so that attackers
/// cannot lock out the owner: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
struct KnownDeviceStore {
    let transaction: Transaction
    let now: Date

    private static let maxDevices: Int64 = 100

    func contains(_ device: SecretToken) throws -> Bool {
        try transaction.exists(
            "select 1 from sign_in_device where hash = ? and expires_at > ?", [.text(device.hash), .date(now)])
    }

    /// Registers a device under a new cookie, and deletes the former.
    func register(_ session: ReaderSession, replacing former: SecretToken?) throws -> SecretToken {
        let device = SecretToken()
        try transaction.run("delete from sign_in_device where expires_at <= ?", [.date(now)])
        if let former { try transaction.run("delete from sign_in_device where hash = ?", [.text(former.hash)]) }
        try transaction.run(
            """
            delete from sign_in_device where hash in (select hash from sign_in_device where reader_id = ?
              order by seen_at desc, made_at desc limit 1000000 offset ?)
            """, [.number(session.reader.rawValue), .number(Self.maxDevices - 1)])
        try transaction.insert(
            into: "sign_in_device",
            [
                "hash": .text(device.hash), "reader_id": .number(session.reader.rawValue),
                "session_id": .number(session.id.rawValue), "made_at": .date(now), "seen_at": .date(now),
                "expires_at": .date(now.addingTimeInterval(ReaderSession.deviceLifetime)),
            ])
        return device
    }

    /// Extends a live session's device.
    /// - Parameter cookie: the client's device cookie.
    /// - Returns: the cookie to set; nil if the session's device has one that was not sent.
    func refresh(_ session: ReaderSession, cookie: SecretToken?) throws -> SecretToken? {
        if let cookie {
            let kept = try transaction.update(
                "sign_in_device",
                set: [
                    "seen_at": .date(now), "expires_at": .date(now.addingTimeInterval(ReaderSession.deviceLifetime)),
                    "session_id": .number(session.id.rawValue),
                ],
                where: "hash = ? and reader_id = ?", [.text(cookie.hash), .number(session.reader.rawValue)])
            if kept > 0 { return cookie }
        }
        // A client without cookies must not push out other devices.
        let hasDevice = try transaction.exists(
            "select 1 from sign_in_device where session_id = ?", [.number(session.id.rawValue)])
        return try hasDevice ? nil : register(session, replacing: nil)
    }

    /// Removes the device of a session.
    func remove(_ id: ReaderSession.ID) throws {
        try transaction.run("delete from sign_in_device where session_id = ?", [.number(id.rawValue)])
    }

    /// Removes a reader's devices except one session's.
    func removeAll(of reader: Int64, but kept: Int64? = nil) throws {
        try transaction.run(
            "delete from sign_in_device where reader_id = ? and session_id <> ?", [.number(reader), .number(kept ?? 0)])
    }
}
