import Library
import Markup
import News

/// Settings, About: what this is, under which licence, and whose work is in it.
struct AboutScreen {
    func page(for visit: Visit) -> Page {
        let shell = Shell(
            visit: visit, title: Words.about, left: .back(.settings), barTitle: Words.settings, actions: [])
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">")
                w.text(Words.about)
                w.raw("</h1>")
                SettingsPages(visit: visit, open: .about).write(into: &w)
                w.raw("<div id=\"sheet-about\">")
                if let about = visit.edition.about, !visit.edition.isReadersOwn {
                    w.raw("<h2 class=\"folder-head\">")
                    w.text(visit.edition.title)
                    w.raw("</h2><p class=\"note\">")
                    w.text(about)
                    w.raw("</p>")
                }
                w.raw("<p class=\"note\">")
                w.text(Words.aboutTidings(visit.house.settings.build))
                w.raw("</p>")
                recommend(visit, &w)
                w.raw("<h2 class=\"folder-head\">Made with</h2><dl class=\"facts\">")
                for part in Credits.parts {
                    w.raw("<div><dt>")
                    w.text(part.name)
                    w.raw("</dt><dd>")
                    w.text(part.licence)
                    w.raw("</dd></div>")
                }
                w.raw("</dl></div></div>")
            })
    }

    /// Sharing the program itself (row HN-73): by the system's own sheet or as a copied link where there is script, by mail
    /// without.
    private func recommend(_ visit: Visit, _ w: inout HTMLWriter) {
        let home = visit.house.settings.home
        let body = "\(Words.recommended)\r\n\r\n\(home)"
        w.raw("<div class=\"acts card-form\"")
        w.attribute("data-original", home)
        w.attribute("data-title", Words.paper)
        w.attribute("data-dek", Words.recommended)
        w.raw("><button class=\"quiet\" type=\"button\" data-share hidden>")
        Icon.share.write(visit, into: &w)
        w.text(Words.shareTidings)
        w.raw("</button><a class=\"quiet\"")
        w.attribute(
            "href", "mailto:?subject=\(Query.encoded(Words.paper))&body=\(Query.encoded(body))")
        w.raw(">")
        Icon.mail.write(visit, into: &w)
        w.text(Words.recommendByMail)
        w.raw("</a></div>")
    }
}
