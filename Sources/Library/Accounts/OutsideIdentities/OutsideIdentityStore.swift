import Foundation
import Markup
import News

/// The rows of accounts at identity providers.
struct OutsideIdentityStore {
    let transaction: Transaction
    let now: Date

    func all(of reader: ReaderID) throws -> [OutsideIdentity] {
        try transaction.all(
            """
            select id, issuer, subject, name, created_at, last_used_at from outside_identity
            where reader_id = ? order by id
            """, [.number(reader.rawValue)]
        ) { row in
            OutsideIdentity(
                id: OutsideIdentity.ID(rawValue: row.number("id")),
                subject: OutsideSubject(issuer: row.text("issuer"), subject: row.text("subject")),
                name: row.optionalText("name"), createdAt: row.date("created_at"),
                lastUsedAt: row.optionalDate("last_used_at"))
        }
    }

    func reader(of subject: OutsideSubject) throws -> ReaderID? {
        try transaction.number(
            "select reader_id from outside_identity where issuer = ? and subject = ?",
            [.text(subject.issuer), .text(subject.subject)]
        ).map(ReaderID.init(rawValue:))
    }

    func recordUse(_ subject: OutsideSubject) throws {
        try transaction.run(
            "update outside_identity set last_used_at = ? where issuer = ? and subject = ?",
            [.date(now), .text(subject.issuer), .text(subject.subject)])
    }

    /// Links an account to a reader; one that is the reader's already stays as it is.
    /// - Throws: `.otherReaders`; `LibraryError.invalid` if the reader has too many.
    func link(_ subject: OutsideSubject, named name: String?, to reader: ReaderID) throws {
        if let other = try self.reader(of: subject) {
            guard other == reader else { throw OutsideIdentityError.otherReaders }
            return
        }
        guard try all(of: reader).count < OutsideIdentity.maxCount else {
            throw LibraryError.invalid(
                why: "You have linked \(OutsideIdentity.maxCount) accounts already. Unlink one that you do not use.")
        }
        let line = name.map { String(PrintableText.line($0).prefix(PeopleStore.maxNameLength)) }
        try transaction.insert(
            into: "outside_identity",
            [
                "reader_id": .number(reader.rawValue), "issuer": .text(subject.issuer),
                "subject": .text(subject.subject), "name": .text(line), "created_at": .date(now),
            ])
    }

    func remove(_ id: OutsideIdentity.ID, of reader: ReaderID) throws {
        let count = try transaction.run(
            "delete from outside_identity where id = ? and reader_id = ?",
            [.number(id.rawValue), .number(reader.rawValue)])
        guard count == 1 else { throw LibraryError.notThere }
    }
}
