import Foundation
import News

/// The rows of devices that have signed in with success before, each known by a cookie of which only the hash is kept.
///
/// Their wrong guesses are counted apart from everybody else's (`GuessBook`), so that strangers cannot keep the owner
/// out. The rule is OWASP's: https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
struct KnownDevices {
    let session: Session
    let now: Date

    /// More than anybody has; the one unused for longest gives way.
    private static let most: Int64 = 100

    /// Whether a device of any reader shows this cookie.
    func knows(_ device: Token) throws -> Bool {
        try session.number(
            "select 1 from sign_in_device where hash = ? and expires_at > ?", [.words(device.hash), .instant(now)])
            != nil
    }

    /// Remembers the device on which a session was opened, under a new cookie; the one it showed before is forgotten.
    /// - Returns: the cookie it shows from now on.
    func remember(_ opened: ReaderSession, insteadOf former: Token?) throws -> Token {
        let device = Token()
        try session.run("delete from sign_in_device where expires_at <= ?", [.instant(now)])
        if let former { try session.run("delete from sign_in_device where hash = ?", [.words(former.hash)]) }
        try session.run(
            """
            delete from sign_in_device where hash in (select hash from sign_in_device where reader_id = ?
              order by seen_at desc, made_at desc limit 1000000 offset ?)
            """, [.number(opened.reader.rawValue), .number(Self.most - 1)])
        try session.run(
            """
            insert into sign_in_device (hash, reader_id, session_id, made_at, seen_at, expires_at)
            values (?, ?, ?, ?, ?, ?)
            """,
            [
                .words(device.hash), .number(opened.reader.rawValue), .number(opened.id.rawValue), .instant(now),
                .instant(now), .instant(now.addingTimeInterval(ReaderSession.deviceLifetime)),
            ])
        return device
    }

    /// Notes that the device of a living session is still in use.
    /// - Parameter shown: the cookie it shows, if it shows one.
    /// - Returns: the cookie it shows from now on; nil where it needs none, as it throws away what it is given.
    func keep(_ living: ReaderSession, shown: Token?) throws -> Token? {
        if let shown {
            let kept = try session.run(
                """
                update sign_in_device set seen_at = ?, expires_at = ?, session_id = ?
                where hash = ? and reader_id = ?
                """,
                [
                    .instant(now), .instant(now.addingTimeInterval(ReaderSession.deviceLifetime)),
                    .number(living.id.rawValue), .words(shown.hash), .number(living.reader.rawValue),
                ])
            if kept > 0 { return shown }
        }
        // A program that keeps the session's cookie alone must not push out others' devices, a row an hour.
        let given = try session.number(
            "select 1 from sign_in_device where session_id = ?", [.number(living.id.rawValue)])
        return given == nil ? try remember(living, insteadOf: nil) : nil
    }

    /// Forgets the device of one session: somebody else may hold it.
    func forget(_ id: ReaderSession.ID) throws {
        try session.run("delete from sign_in_device where session_id = ?", [.number(id.rawValue)])
    }

    /// Forgets every device of a reader, but perhaps that of one session.
    func forgetAll(of reader: Int64, but kept: Int64? = nil) throws {
        try session.run(
            "delete from sign_in_device where reader_id = ? and session_id <> ?", [.number(reader), .number(kept ?? 0)])
    }
}
