public import Foundation
public import Markup
public import News

/// The pictures whose addresses are known; only these are ever fetched (decision 14).
public struct PictureDesk: Sendable {
    let house: House

    /// - Throws: `.notThere` for an unknown picture.
    public func picture(_ id: PictureID) async throws(LibraryError) -> PictureFact {
        let now = house.now()
        let found = try await house.store.read { session in
            try session.first(Self.facts + " where p.id = ?", [.number(id.rawValue)]) { PictureFact(&$0, now: now) }
                ?? nil
        }
        guard let found else { throw .notThere }
        return found
    }

    /// Writes down what looking at a picture has taught.
    /// - Parameter colour: the mean colour as `#rrggbb`.
    public func learned(_ id: PictureID, width: Int, height: Int, colour: String) async throws(LibraryError) {
        let now = house.now()
        _ = try await house.change { session in
            try session.run(
                "update picture set width = ?, height = ?, colour = ?, measured_at = ?, failed_until = null where id = ?",
                [.number(width), .number(height), .words(colour), .instant(now), .number(id.rawValue)])
        }
    }

    /// Writes down that a picture could not be had, and when to try again.
    public func failed(_ id: PictureID, until: Date) async throws(LibraryError) {
        _ = try await house.change { session in
            try session.run(
                "update picture set failed_until = ? where id = ?", [.instant(until), .number(id.rawValue)])
        }
    }

    /// Pictures nobody has looked at yet, newest first, without those that failed lately.
    public func unmeasured(limit: Int) async throws(LibraryError) -> [PictureFact] {
        let now = house.now()
        return try await house.store.read { session in
            try session.all(
                Self.facts + """
                     where p.measured_at is null and (p.failed_until is null or p.failed_until <= ?)
                    order by p.id desc limit ?
                    """, [.instant(now), .number(max(0, limit))]
            ) { PictureFact(&$0, now: now) }.compactMap(\.self)
        }
    }

    /// The channel's icon; nil when it has none.
    public func icon(for channel: ChannelID) async throws(LibraryError) -> PictureFact? {
        let now = house.now()
        return try await house.store.read { session in
            try session.first(
                Self.facts + " join channel c on c.icon_id = p.id where c.id = ?", [.number(channel.rawValue)]
            ) { PictureFact(&$0, now: now) } ?? nil
        }
    }

    /// Writes down a channel's icon that was found elsewhere than in its feed.
    public func setIcon(_ address: WebAddress, for channel: ChannelID) async throws(LibraryError) {
        try await house.change { session in
            let icon = try PictureRecords(session: session).id(of: address, width: nil, height: nil)
            try session.run(
                "update channel set icon_id = ? where id = ?", [.number(icon), .number(channel.rawValue)])
        }
    }

    private static let facts = """
        select p.id, p.address, p.width, p.height, p.colour, null, null, null, p.failed_until from picture p
        """
}
