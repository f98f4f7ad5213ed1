import Foundation
import News

/// Devices that have signed in before, identified by a hashed cookie. Their failed logins are counted separately, so
/// that attackers cannot lock out the owner:
/// https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
struct KnownDeviceStore {
    let transaction: Transaction
    let now: Date

    private static let maxDevices: Int64 = 100

    func contains(_ device: SecretToken) throws -> Bool {
        try transaction.exists(
            "select 1 from known_device where token_hash = ? and expires_at > ?", [.text(device.hash), .date(now)])
    }

    /// Registers a device under a new cookie, and deletes the former one.
    func register(_ session: ReaderSession, replacing former: SecretToken?) throws -> SecretToken {
        let device = SecretToken()
        try transaction.run("delete from known_device where expires_at <= ?", [.date(now)])
        if let former {
            try moveNotifications(from: former, to: session)
            try transaction.run("delete from known_device where token_hash = ?", [.text(former.hash)])
        }
        try transaction.run(
            """
            delete from known_device where token_hash in (select token_hash from known_device where reader_id = ?
              order by last_seen_at desc, created_at desc limit 1000000 offset ?)
            """, [.number(session.reader.rawValue), .number(Self.maxDevices - 1)])
        try transaction.insert(
            into: "known_device",
            [
                "token_hash": .text(device.hash), "reader_id": .number(session.reader.rawValue),
                "session_id": .number(session.id.rawValue), "created_at": .date(now), "last_seen_at": .date(now),
                "expires_at": .date(now.addingTimeInterval(ReaderSession.deviceLifetime)),
            ])
        return device
    }

    /// Extends the device of a live session.
    /// - Parameter cookie: the client's device cookie.
    /// - Returns: the cookie to set; nil if the session has a device whose cookie the client did not send.
    func refresh(_ session: ReaderSession, cookie: SecretToken?) throws -> SecretToken? {
        if let cookie {
            try moveNotifications(from: cookie, to: session)
            let kept = try transaction.update(
                "known_device",
                set: [
                    "last_seen_at": .date(now),
                    "expires_at": .date(now.addingTimeInterval(ReaderSession.deviceLifetime)),
                    "session_id": .number(session.id.rawValue),
                ],
                where: "token_hash = ? and reader_id = ?", [.text(cookie.hash), .number(session.reader.rawValue)])
            if kept > 0 { return cookie }
        }
        // A client that rejects cookies must not push out other devices.
        let hasDevice = try transaction.exists(
            "select 1 from known_device where session_id = ?", [.number(session.id.rawValue)])
        return try hasDevice ? nil : register(session, replacing: nil)
    }

    /// Gives the notifications of a device to its new session.
    private func moveNotifications(from device: SecretToken, to session: ReaderSession) throws {
        try transaction.run(
            """
            update delivery_way set session_id = ? where reader_id = ? and session_id <> ? and session_id in
              (select session_id from known_device where token_hash = ?)
            """,
            [
                .number(session.id.rawValue), .number(session.reader.rawValue), .number(session.id.rawValue),
                .text(device.hash),
            ])
    }

    /// Removes the device of a session.
    func remove(_ id: ReaderSession.ID) throws {
        try transaction.run("delete from known_device where session_id = ?", [.number(id.rawValue)])
    }

    /// Removes all devices of a reader except that of the session `kept`.
    func removeAll(of reader: Int64, but kept: Int64? = nil) throws {
        try transaction.run(
            "delete from known_device where reader_id = ? and session_id <> ?", [.number(reader), .number(kept ?? 0)])
    }
}
