import Markup
import URLs

/// A writer for pictures, with one ID per address.
struct PictureWriter {
    let transaction: Transaction

    /// Returns the ID of an address, inserting the picture if it is new. The sizes of a known picture stay, since
    /// measured ones replace declared ones.
    func id(of address: WebAddress, width: Int?, height: Int?) throws -> Int64 {
        let known = try transaction.number("select id from picture where address = ?", [.text(address.text)])
        if let known { return known }
        return try transaction.insertReturningID(
            into: "picture", ["address": .text(address.text), "width": .number(width), "height": .number(height)])
    }

    func saveRenditions(_ renditions: [PictureReference.Rendition], of picture: Int64) throws {
        guard !renditions.isEmpty else { return }
        try transaction.run("delete from picture_rendition where picture_id = ?", [.number(picture)])
        for rendition in renditions {
            try transaction.run(
                """
                insert into picture_rendition (picture_id, address, width, height) values (?, ?, ?, ?)
                on conflict (picture_id, address) do nothing
                """,
                [
                    .number(picture), .text(rendition.address.text), .number(rendition.width),
                    .number(rendition.height),
                ])
        }
    }

    func deleteIfUnused(_ picture: Int64) throws {
        let isFree = try transaction.exists(
            """
            select 1 from picture where id = ? and not exists (select 1 from story_picture p where p.picture_id = picture.id)
              and not exists (select 1 from full_text_picture p where p.picture_id = picture.id)
              and not exists (select 1 from linked_page_picture p where p.picture_id = picture.id)
              and not exists (select 1 from channel c where c.icon_id = picture.id)
            """, [.number(picture)])
        guard isFree else { return }
        try transaction.run("delete from picture_rendition where picture_id = ?", [.number(picture)])
        try transaction.run("delete from picture where id = ?", [.number(picture)])
    }
}
