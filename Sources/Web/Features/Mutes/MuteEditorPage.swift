import Library
import Markup
import News

/// A page with a form, a preview and a button to create or change a mute. With script the preview follows the form.
struct MuteEditorPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let input = try await MuteFormInput.parse(MuteFields(scope.query), for: scope)
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
                w.element(.div, class: "page-column") { w in
                    w.element(.h1, class: "visually-hidden", text: title)
                    w.element(.div, [.id("sheet-mute")]) { w in
                        w.element(.div, class: "menu") { w in
                            MuteForm(scope: scope, input: input).write(into: &w)
                            w.element(.div, [.id("mute-preview"), .aria("live", "polite")]) { w in
                                write(preview, input, returnPath: scope.path(parent), scope, &w)
                            }
                        }
                    }
                }
            })
    }

    /// Returns the number of stories in the preview; for a rule in effect, all hidden stories can be listed.
    private func size(of input: MuteFormInput, _ scope: RequestScope) -> Int {
        input.existing == nil ? 5 : scope.rowLimit
    }

    private func write(
        _ preview: Result<MutePreview, LibraryError>?, _ input: MuteFormInput, returnPath: String,
        _ scope: RequestScope, _ w: inout HTMLWriter
    ) {
        switch preview {
        case nil: w.element(.p, class: "hint", text: Strings.mutePreviewHint)
        case .failure(let error): w.element(.p, class: "hint", text: error.userMessage)
        case .success(let found):
            writeStories(found, input.existing?.id, scope, &w)
            ActionForm(scope, .mute, returnPath: returnPath, fields: input.formFields).writeButton(
                input.existing == nil ? Strings.muteNow(found) : Strings.saveMuteChange,
                style: "button primary wide-button", into: &w)
        }
    }

    /// Writes the newest hidden stories.
    /// - Parameter id: the ID of a rule in effect, whose list can be extended.
    private func writeStories(_ found: MutePreview, _ id: MuteID?, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p, class: "mute-count", text: Strings.muteEffect(found))
        w.element(.ul, class: "mute-titles") { w in
            for story in found.newest {
                w.element(.li) { w in
                    w.element(.span, class: "name", text: story.row.channelTitle)
                    w.text(" ")
                    w.element(.a, [.href(scope.path(Route.story(story.row.id, in: nil)))]) { w in
                        SnippetView.write(story.title, into: &w)
                    }
                    guard !story.excerpt.isEmpty else { return }
                    w.element(.span, class: "snippet") { w in SnippetView.write(story.excerpt, into: &w) }
                }
            }
        }
        guard let id, found.newest.count < found.count.value else { return }
        let depth = found.newest.count + scope.pageSize
        let path = "\(scope.path(Route.page(.newMute)))?rule=\(id.rawValue)&depth=\(depth)"
        w.element(.p) { w in w.element(.a, class: "quiet", [.href(path)], text: Strings.loadMore) }
    }
}
