public import Foundation
public import Markup
public import News

/// The pictures whose addresses are known; only these are ever fetched (decision 14).
public struct PictureDesk: Sendable {
    let house: House

    /// - Parameter width: the pixels that are wanted. Where the origin offers files of several sizes, the address is
    ///   that of the smallest that has so many, else of the largest. Nil for the largest.
    /// - Throws: `.notThere` for an unknown picture.
    public func picture(_ id: PictureID, atLeast width: Int? = nil) async throws(LibraryError) -> PictureFact {
        let now = house.now()
        let found = try await house.store.read { session -> PictureFact? in
            let fact: PictureFact? =
                try session.first(Self.facts + " where p.id = ?", [.number(id.rawValue)]) {
                    PictureFact(&$0, now: now)
                } ?? nil
            guard let fact, let width else { return fact }
            return try Self.fitting(fact, width, session)
        }
        guard let found else { throw .notThere }
        return found
    }

    private static func fitting(_ fact: PictureFact, _ width: Int, _ session: Session) throws -> PictureFact {
        let address = try session.first(
            """
            select address from picture_rendition where picture_id = ? and width >= ? and width < ?
            order by width, height, address limit 1
            """, [.number(fact.id.rawValue), .number(width), .number(fact.width ?? .max)]
        ) { WebAddress($0.words()) }
        var fitting = fact
        if let address = address ?? nil { fitting.address = address }
        return fitting
    }

    /// Enough of a picture to know its colour.
    private static let measuredWidth = 200

    /// Writes down what looking at a picture has taught.
    /// - Parameter colour: the mean colour as `#rrggbb`.
    public func learned(_ id: PictureID, width: Int, height: Int, colour: String) async throws(LibraryError) {
        let now = house.now()
        _ = try await house.change(.refetchable) { session in
            try session.run(
                """
                update picture set width = case when \(Self.hasSizes) then width else ? end,
                  height = case when \(Self.hasSizes) then height else ? end,
                  colour = ?, measured_at = ?, failed_until = null, claimed_until = 0 where id = ?
                """,
                [.number(width), .number(height), .words(colour), .instant(now), .number(id.rawValue)])
            try CrashSuspects(session: session).clear(.picture, id.rawValue)
        }
    }

    /// Writes down that a picture could not be had, and when to try again.
    public func failed(_ id: PictureID, until: Date) async throws(LibraryError) {
        _ = try await house.change(.refetchable) { session in
            try session.run(
                "update picture set failed_until = ?, claimed_until = 0 where id = ?",
                [.instant(until), .number(id.rawValue)])
            try CrashSuspects(session: session).clear(.picture, id.rawValue)
        }
    }

    /// Pictures nobody has looked at yet, newest first, without those that failed lately or are being looked at.
    func unmeasured(limit: Int) async throws(LibraryError) -> [PictureFact] {
        let now = house.now()
        return try await house.store.read { try Self.unmeasured($0, now, limit) }
    }

    /// The same, claimed for ten minutes before they are fetched: should one of them end the process, its claim tells.
    /// `learned` or `failed` ends the claim.
    public func claimUnmeasured(limit: Int) async throws(LibraryError) -> [PictureFact] {
        let now = house.now()
        return try await house.store.write(.refetchable) { session in
            var found = try Self.unmeasured(session, now, limit)
            let suspects = try session.all("select id from crash_suspect where kind = 'picture'", [], { $0.number() })
            // One under suspicion is looked at alone, so that another crash accuses no other.
            if let suspect = found.first(where: { suspects.contains($0.id.rawValue) }) { found = [suspect] }
            for picture in found {
                try session.run(
                    "update picture set claimed_until = ? where id = ?",
                    [.instant(now.addingTimeInterval(600)), .number(picture.id.rawValue)])
            }
            return found
        }
    }

    private static func unmeasured(_ session: Session, _ now: Date, _ limit: Int) throws -> [PictureFact] {
        try session.all(
            Self.facts + """
                 where p.measured_at is null and (p.failed_until is null or p.failed_until <= ?)
                  and p.claimed_until <= ?
                order by p.id desc limit ?
                """, [.instant(now), .instant(now), .number(max(0, limit))]
        ) { PictureFact(&$0, now: now) }.compactMap(\.self).map {
            try Self.fitting($0, Self.measuredWidth, session)
        }
    }

    /// Then a smaller file was looked at, and the origin's own word for the size holds.
    private static let hasSizes = "exists (select 1 from picture_rendition r where r.picture_id = picture.id)"

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
        try await house.change(.refetchable) { session in
            let icon = try PictureRecords(session: session).id(of: address, width: nil, height: nil)
            try session.run(
                "update channel set icon_id = ? where id = ?", [.number(icon), .number(channel.rawValue)])
        }
    }

    private static let facts = """
        select p.id, p.address, p.width, p.height, p.colour, null, null, null, p.failed_until from picture p
        """
}
