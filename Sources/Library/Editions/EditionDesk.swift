import Foundation
public import News

/// The editions other than a reader's own: what they consist of, how they stand, and being looked at.
public struct EditionDesk: Sendable {
    let house: House

    /// A section of an edition, with what it draws on.
    public struct Section: Sendable, Identifiable {
        public var id: SectionID
        public var key: String
        public var title: String
        /// Those that this reader follows in their own paper say so.
        public var channels: [Subscription]
        public var unread: BoundedCount
    }

    /// Brings the database in line with the editions there are. Nothing is asked for: that begins when a reader opens
    /// one.
    /// - Parameter sparing: editions whose files cannot be read at the moment; theirs is left as it is.
    public func keep(_ editions: [Edition], sparing: Set<EditionID> = []) async throws(LibraryError) {
        let now = house.now()
        try await house.change(.refetchable) { session in
            let records = EditionRecords(session: session, now: now)
            for edition in editions where edition.id != .mine { try records.keep(edition) }
            try records.retire(allBut: sparing.union(editions.map(\.id)))
            try records.rest()
        }
    }

    /// A front page, or a section's list, is being shown. At the first time the reader begins to read the edition, and
    /// its origins are asked; from then on they are when the freshness of their last answer has run out (decision 10).
    /// What the Library has is shown in any case.
    /// - Parameter section: nil for the front page.
    public func appeared(
        _ edition: EditionID, section: SectionID? = nil, for reader: ReaderID
    ) async throws(LibraryError) {
        let now = house.now()
        let appearance = try await house.store.read { session in
            try EditionAppearance(session: session, reader: reader.rawValue, now: now)
                .of(edition, section: section?.rawValue)
        }
        if !appearance.unread.isEmpty {
            try await house.change(.refetchable) { session in
                try EditionRecords(session: session, now: now).read(appearance.unread, reader: reader.rawValue)
            }
        }
        guard !appearance.stale.isEmpty else { return }
        _ = try await RefreshingDesk(house: house).requestRefresh(
            appearance.stale.map(ChannelID.init(rawValue:)), reason: .appeared, for: reader)
    }

    /// A person asks for an edition's news now.
    public func requestRefresh(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> RefreshRequest
    {
        try await appeared(edition, for: reader)
        let now = house.now()
        let channels = try await house.store.read { session in
            try EditionRecords(session: session, now: now).channels(of: edition)
        }
        return try await RefreshingDesk(house: house).requestRefresh(
            channels.map(ChannelID.init(rawValue:)), reason: .asked, for: reader)
    }

    /// The sections of an edition in order, with the channels each draws on. Channels come once the reader has opened
    /// the edition.
    public func sections(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> [Section] {
        let now = house.now()
        return try await house.store.read { session in
            let records = EditionRecords(session: session, now: now)
            let reading = SubscriptionReading(session: session, reader: reader.rawValue, now: now)
            let counts = try UnreadCounts(session: session, reader: reader.rawValue)
            return try EditionFront.sections(of: edition, session).map { section in
                let read = try records.channels(of: edition, section: section.id).compactMap { try reading.any($0) }
                return Section(
                    id: SectionID(rawValue: section.id), key: section.key, title: section.title, channels: read,
                    unread: try counts.count(in: .section(section.id)))
            }
        }
    }

    /// How an edition's origins are doing.
    public func standing(of edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> EditionStanding {
        let now = house.now()
        return try await house.store.read { session in
            try EditionAppearance(session: session, reader: reader.rawValue, now: now).standing(of: edition)
        }
    }

    /// How much of an edition is unread; of `mine`, of all that is followed.
    public func unread(in edition: EditionID, for reader: ReaderID) async throws(LibraryError) -> BoundedCount {
        try await house.store.read { session in
            let scope = try Scope(.within(edition, .everything), session)
            return try UnreadCounts(session: session, reader: reader.rawValue).count(in: scope)
        }
    }
}
