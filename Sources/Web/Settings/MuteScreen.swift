import Library
import Markup
import News

/// Choosing what not to see: first what and how long, then what that would hide, then the deed. Three steps of one page,
/// so that it works without script; with script the preview follows the choice.
struct MuteScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let order = try await MuteOrder.read(visit.query, for: visit)
        let back: Route = order.story.map { .story($0.id, in: nil) } ?? .mutes
        var preview: Result<MutePreview, LibraryError>?
        if let rule = order.rule, visit.query["what"] != nil || order.known != nil {
            do { preview = .success(try await visit.library.mutes.preview(rule, for: visit.reader)) } catch {
                preview = .failure(error)
            }
        }
        let title = order.known == nil ? Words.mute : Words.changeMute
        var shell = Shell(visit: visit, title: title, kind: .story, left: .back(back), barTitle: title, actions: [])
        shell.extras = [.sheet("mute.css")]
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">")
                w.text(title)
                w.raw("</h1><div id=\"sheet-mute\"><div class=\"menu\">")
                MuteForm(visit: visit, order: order).write(into: &w)
                w.raw("<div id=\"mute-preview\" aria-live=\"polite\">")
                if let preview {
                    write(preview, order, back: visit.path(back), visit, &w)
                } else {
                    w.raw("<p class=\"remark\">")
                    w.text(Words.muteFirst)
                    w.raw("</p>")
                }
                w.raw("</div></div></div></div>")
            })
    }

    private func write(
        _ preview: Result<MutePreview, LibraryError>, _ order: MuteOrder, back: String, _ visit: Visit,
        _ w: inout HTMLWriter
    ) {
        switch preview {
        case .failure(let error):
            w.raw("<p class=\"remark\">")
            w.text(error.sentence)
            w.raw("</p>")
        case .success(let found):
            w.raw("<p class=\"mute-count\">")
            w.text(Words.hides(found))
            w.raw("</p><ul class=\"mute-titles\">")
            for row in found.newest {
                w.raw("<li><span class=\"name\">")
                w.text(row.channelTitle)
                w.raw("</span> ")
                w.text(row.title)
                w.raw("</li>")
            }
            w.raw("</ul>")
            ActForm(visit, .mute, back: back, fields: order.fields).write(into: &w) { w in
                w.raw("<button class=\"button main wide-button\">")
                w.text(order.known == nil ? Words.muteNow(found.rule) : Words.keepChange)
                w.raw("</button>")
            }
        }
    }
}
