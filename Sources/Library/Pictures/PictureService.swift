public import Foundation
import Markup
public import News
public import URLs

/// A service for pictures with stored addresses; no other pictures are fetched.
public struct PictureService: Sendable {
    let context: LibraryContext

    /// Returns the details of a picture.
    /// - Parameter width: the required width in pixels, which selects the smallest sufficient rendition; nil for the
    ///   largest.
    /// - Throws: `.notThere` for an unknown picture.
    public func picture(_ id: PictureID, atLeast width: Int? = nil) async throws(LibraryError) -> PictureDetails {
        let now = context.now()
        let found = try await context.database.read { transaction -> PictureDetails? in
            let details: PictureDetails? =
                try transaction.first(Self.selectSQL + " where p.id = ?", [.number(id.rawValue)]) {
                    PictureDetails($0, now: now)
                } ?? nil
            guard let details, let width else { return details }
            return try Self.smallestFitting(details, width, transaction)
        }
        guard let found else { throw .notThere }
        return found
    }

    /// Stores addresses of icons, so that those of feeds that nobody follows yet can be shown.
    /// - Returns: the IDs by address.
    public func register(_ addresses: [WebAddress]) async throws(LibraryError) -> [WebAddress: PictureID] {
        guard !addresses.isEmpty else { return [:] }
        return try await context.database.write(.refetchable) { transaction in
            let writer = PictureWriter(transaction: transaction)
            return Dictionary(
                try Set(addresses).map { address in
                    (address, PictureID(rawValue: try writer.id(of: address, width: nil, height: nil)))
                }, uniquingKeysWith: { first, _ in first })
        }
    }

    private static func smallestFitting(_ details: PictureDetails, _ width: Int, _ transaction: Transaction) throws
        -> PictureDetails
    {
        let address = try transaction.text(
            """
            select address from picture_rendition where picture_id = ? and width >= ? and width < ?
            order by width, height, address limit 1
            """, [.number(details.id.rawValue), .number(width), .number(details.width ?? .max)])
        var fitting = details
        if let address = address.flatMap({ WebAddress($0) }) { fitting.address = address }
        return fitting
    }

    /// The width in pixels that suffices to measure the mean colour.
    private static let measurementWidth = 200

    /// Stores the size and the mean colour (`#rrggbb`), and ends the lease.
    public func recordMeasurement(_ id: PictureID, width: Int, height: Int, colour: String) async throws(LibraryError) {
        let now = context.now()
        _ = try await context.writeAndNotify(.refetchable) { transaction in
            try transaction.run(
                """
                update picture set width = case when \(Self.hasRenditionsSQL) then width else ? end,
                  height = case when \(Self.hasRenditionsSQL) then height else ? end,
                  mean_colour = ?, measured_at = ?, retry_at = null, claimed_until = 0 where id = ?
                """,
                [.number(width), .number(height), .text(colour), .date(now), .number(id.rawValue)])
            try CrashSuspects(transaction: transaction).clear(.picture, id.rawValue)
        }
    }

    /// Records a failed fetch with the time of the next attempt, and ends the lease.
    public func recordFailure(_ id: PictureID, until: Date) async throws(LibraryError) {
        _ = try await context.writeAndNotify(.refetchable) { transaction in
            try transaction.run(
                "update picture set retry_at = ?, claimed_until = 0 where id = ?",
                [.date(until), .number(id.rawValue)])
            try CrashSuspects(transaction: transaction).clear(.picture, id.rawValue)
        }
    }

    /// Leases unmeasured pictures for ten minutes, the newest first, except recently failed or leased ones. If a
    /// picture crashes the process, its lease identifies it. `recordMeasurement` or `recordFailure` ends the lease.
    public func leaseUnmeasured(limit: Int) async throws(LibraryError) -> [PictureDetails] {
        let now = context.now()
        return try await context.database.write(.refetchable) { transaction in
            var found = try Self.unmeasured(transaction, now, limit)
            let suspects = try transaction.numbers(
                "select target_id from crash_suspect where kind = '\(CrashSuspects.Kind.picture.rawValue)'")
            // A suspect is fetched alone, so that no other picture becomes a suspect.
            if let suspect = found.first(where: { suspects.contains($0.id.rawValue) }) { found = [suspect] }
            for picture in found {
                try transaction.run(
                    "update picture set claimed_until = ? where id = ?",
                    [.date(now.addingTimeInterval(600)), .number(picture.id.rawValue)])
            }
            return found
        }
    }

    static func unmeasured(_ transaction: Transaction, _ now: Date, _ limit: Int) throws -> [PictureDetails] {
        try transaction.all(
            Self.selectSQL + """
                 where p.measured_at is null and (p.retry_at is null or p.retry_at <= ?)
                  and p.claimed_until <= ?
                order by p.id desc limit ?
                """, [.date(now), .date(now), .number(max(0, limit))]
        ) { PictureDetails($0, now: now) }.compactMap(\.self).map {
            try Self.smallestFitting($0, Self.measurementWidth, transaction)
        }
    }

    /// The condition that a picture has renditions. In that case a smaller file was measured, so declared sizes stay.
    private static let hasRenditionsSQL = "exists (select 1 from picture_rendition r where r.picture_id = picture.id)"

    private static let selectSQL = """
        select p.id, p.address, p.width, p.height, p.mean_colour, null as alt, null as caption, null as credit,
          p.retry_at
        from picture p
        """
}
