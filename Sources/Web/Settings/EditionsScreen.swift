import Library
import Markup
import News

/// Settings, Editions: every newspaper of the house with how it stands, and what can be done where it does not; and what
/// is wrong in a file, by its line.
struct EditionsScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        var standings: [EditionID: EditionStanding] = [:]
        var updating: Set<EditionID> = []
        for edition in visit.house.editions where !edition.isReadersOwn {
            standings[edition.id] = try await visit.library.editions.standing(of: edition.id, for: visit.reader)
            let status = try await visit.library.refreshing.status(for: visit.reader, of: edition.id)
            if status.isUpdating { updating.insert(edition.id) }
        }
        let shell = Shell(
            visit: visit, title: Words.editions, left: .back(.settings), barTitle: Words.settings, actions: [])
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">")
                w.text(Words.editions)
                w.raw("</h1>")
                SettingsPages(visit: visit, open: .editions).write(into: &w)
                w.raw("<div class=\"editions\">")
                for edition in visit.house.editions {
                    open(visit, edition, standings[edition.id], isUpdating: updating.contains(edition.id), &w)
                }
                if !visit.house.rack.isOneAlone {
                    for file in visit.house.rack.files { closed(file, &w) }
                }
                w.raw("</div><p class=\"note\">")
                w.text(Words.ownEditions)
                w.raw("</p></div>")
            })
    }

    private func open(
        _ visit: Visit, _ edition: Edition, _ standing: EditionStanding?, isUpdating: Bool, _ w: inout HTMLWriter
    ) {
        head(edition.title, edition.id, state: isUpdating ? "updating" : standing?.code ?? "working", &w)
        w.raw("<p class=\"note\">")
        w.text(standing.map { Words.standing($0, isUpdating: isUpdating, time: visit.time) } ?? Words.ownPaper)
        w.raw("</p><div class=\"card-form\"><a class=\"quiet\"")
        w.attribute("href", Route.today.path(in: edition.id))
        w.raw(">Open</a>")
        if standing != nil, standing != .unopened {
            w.raw("<a class=\"quiet\"")
            w.attribute("href", Route.feeds.path(in: edition.id))
            w.raw(">Where it comes from</a>")
        }
        if standing?.isTroubled == true {
            ActForm(visit, .refresh, in: edition.id, back: visit.here).write(into: &w) { w in
                w.raw("<button class=\"quiet\">Try once anyway</button>")
            }
        }
        w.raw("</div></section>")
    }

    private func closed(_ file: EditionFile, _ w: inout HTMLWriter) {
        switch file.reading {
        case .usable: return
        case .notInThisBuild(_, let missing):
            head(file.title, file.id, state: "not-in-this-build", &w)
            w.raw("<p class=\"note\">")
            w.text(Words.notInThisBuild(missing))
            w.raw("</p></section>")
        case .broken(let complaints):
            head(file.title, file.id, state: "broken", &w)
            w.raw("<p class=\"note\">")
            w.text(Words.broken(file.name, complaints))
            w.raw("</p><ul class=\"note complaints\">")
            for complaint in complaints.prefix(10) {
                w.raw("<li>")
                w.text(Words.complaint(complaint))
                w.raw("</li>")
            }
            w.raw("</ul></section>")
        }
    }

    private func head(_ title: String, _ id: EditionID, state: String, _ w: inout HTMLWriter) {
        w.raw("<section class=\"edition\"")
        w.attribute("data-edition", id.rawValue)
        w.attribute("data-state", state)
        w.raw("><h2 class=\"folder-head\">")
        w.text(title)
        w.raw("</h2>")
    }
}

extension EditionStanding {
    /// One word for script and tests.
    var code: String {
        switch self {
        case .unopened: "unopened"
        case .arriving: "arriving"
        case .working: "working"
        case .partly: "partly"
        case .needsKey: "needs-key"
        case .silent: "silent"
        }
    }

    /// Whether a person may want to have it tried again.
    var isTroubled: Bool {
        switch self {
        case .partly, .needsKey, .silent: true
        case .unopened, .arriving, .working: false
        }
    }
}
