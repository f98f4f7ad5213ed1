import Library
import Markup
import News

/// A page with a form, a preview and a button to create or change a mute. With script the preview follows the form.
struct MuteEditorPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let input = try await MuteFormInput.parse(scope.query, for: scope)
        let parent: Route = input.story.map { .story($0.id, in: nil) } ?? .mutes
        var preview: Result<MutePreview, LibraryError>?
        if let rule = input.rule, scope.query["what"] != nil || input.existing != nil {
            do {
                preview = .success(
                    try await scope.library.mutes.preview(rule, for: scope.reader, showing: size(of: input, scope)))
            } catch { preview = .failure(error) }
        }
        let title = input.existing == nil ? Strings.mute : Strings.changeMute
        var layout = PageLayout(
            scope: scope, title: title, kind: .story, left: .back(parent), barTitle: title, actions: [])
        layout.extras = [.stylesheet("mute.css")]
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">")
                w.text(title)
                w.raw("</h1><div id=\"sheet-mute\"><div class=\"menu\">")
                MuteForm(scope: scope, input: input).write(into: &w)
                w.raw("<div id=\"mute-preview\" aria-live=\"polite\">")
                if let preview {
                    write(preview, input, returnPath: scope.path(parent), scope, &w)
                } else {
                    w.raw("<p class=\"hint\">")
                    w.text(Strings.mutePreviewHint)
                    w.raw("</p>")
                }
                w.raw("</div></div></div></div>")
            })
    }

    /// Returns the number of stories in the preview; for a rule in effect, all hidden stories can be listed.
    private func size(of input: MuteFormInput, _ scope: RequestScope) -> Int {
        input.existing == nil ? 5 : scope.rowLimit
    }

    private func write(
        _ preview: Result<MutePreview, LibraryError>, _ input: MuteFormInput, returnPath: String, _ scope: RequestScope,
        _ w: inout HTMLWriter
    ) {
        switch preview {
        case .failure(let error):
            w.raw("<p class=\"hint\">")
            w.text(error.userMessage)
            w.raw("</p>")
        case .success(let found):
            writeStories(found, input.existing?.id, scope, &w)
            ActionForm(scope, .mute, returnPath: returnPath, fields: input.formFields).write(into: &w) { w in
                w.raw("<button class=\"button primary wide-button\">")
                w.text(input.existing == nil ? Strings.muteNow(found) : Strings.saveMuteChange)
                w.raw("</button>")
            }
        }
    }

    /// Writes the newest hidden stories.
    /// - Parameter id: the ID of a rule in effect, whose list can be extended.
    private func writeStories(_ found: MutePreview, _ id: MuteID?, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.raw("<p class=\"mute-count\">")
        w.text(Strings.muteEffect(found))
        w.raw("</p><ul class=\"mute-titles\">")
        for story in found.newest {
            w.raw("<li><span class=\"name\">")
            w.text(story.row.channelTitle)
            w.raw("</span> <a")
            w.attribute("href", scope.path(Route.story(story.row.id, in: nil)))
            w.raw(">")
            SnippetView.write(story.title, into: &w)
            w.raw("</a>")
            if !story.excerpt.isEmpty {
                w.raw("<span class=\"snippet\">")
                SnippetView.write(story.excerpt, into: &w)
                w.raw("</span>")
            }
            w.raw("</li>")
        }
        w.raw("</ul>")
        if let id, found.newest.count < found.count.value {
            w.raw("<p><a class=\"quiet\"")
            w.attribute(
                "href",
                "\(scope.path(Route.newMute))?rule=\(id.rawValue)&depth=\(found.newest.count + scope.pageSize)")
            w.raw(">")
            w.text(Strings.loadMore)
            w.raw("</a></p>")
        }
    }
}
