import Foundation
import Markup
import News

/// Writes what is known of channels.
struct ChannelRecords {
    let session: Session
    let now: Date

    /// What a channel says about itself; what it does not say stays as it was.
    func note(_ facts: ChannelFacts, of channel: Int64) throws {
        let icon = try facts.icon.map {
            try PictureRecords(session: session).id(of: $0, width: nil, height: nil)
        }
        try session.run(
            """
            update channel set title = coalesce(?, title), site = coalesce(?, site), about = coalesce(?, about),
              language = coalesce(?, language), format = coalesce(?, format), icon_id = coalesce(?, icon_id)
            where id = ?
            """,
            [
                .words(facts.title.flatMap { Titles.tidy($0) }), .words(facts.site?.text), .words(facts.about),
                .words(facts.language), .words(facts.format), .number(icon), .number(channel),
            ])
    }
}
