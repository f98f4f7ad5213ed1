public import News

/// Who reads, and how they like it.
public struct ReaderDesk: Sendable {
    let house: House

    /// - Throws: `.notThere` for an unknown reader.
    public func preferences(for reader: ReaderID) async throws(LibraryError) -> Preferences {
        let known = try await house.store.read { try Self.preferences($0, of: reader) }
        guard let known else { throw .notThere }
        return known
    }

    /// - Returns: nil for an unknown reader.
    static func preferences(_ session: Session, of reader: ReaderID) throws -> Preferences? {
        let text = try session.first(
            "select preferences from reader where id = ?", [.number(reader.rawValue)]
        ) { $0.words() }
        guard let text else { return nil }
        // What cannot be read, such as what a later version wrote, is worth no error: the defaults do.
        do { return try JSONText.read(text) } catch { return .standard }
    }

    public func setPreferences(_ preferences: Preferences, for reader: ReaderID) async throws(LibraryError) {
        let changed = try await house.change(for: reader) { session in
            try session.run(
                "update reader set preferences = ? where id = ?",
                [.words(try JSONText.write(preferences)), .number(reader.rawValue)])
        }
        guard changed == 1 else { throw .notThere }
    }

    /// Records that the reader looks at the front page. A new visit begins after half an hour of absence; what the
    /// front page calls new has arrived since the end of the visit before.
    public func visit(for reader: ReaderID) async throws(LibraryError) {
        let now = house.now().milliseconds
        let id = reader.rawValue
        let step = try await house.store.read { try Visits.step($0, reader: id, now: now) }
        guard step != .nothing else { return }
        try await house.store.write(.refetchable) { session in
            // Looked at again: another request of the same reader may have been quicker.
            try Visits.take(try Visits.step(session, reader: id, now: now), session, reader: id, now: now)
        }
        if step == .begins { house.pulse.beat(for: reader) }
    }
}
