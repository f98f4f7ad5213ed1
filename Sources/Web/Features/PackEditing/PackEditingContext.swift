import Foundation
import HTTPTypes
import Hummingbird
import Library
import Markup
import News
import Packs

/// The present state of the edited pack and the frame of pages, which all pages of the editor share.
struct PackEditingContext {
    let scope: RequestScope
    let contents: PackProjectContents

    var pack: EditablePack { contents.pack }

    /// - Throws: `.notThere` in editions without a pack, and while the pack is not edited here.
    init(_ scope: RequestScope) async throws(LibraryError) {
        guard let options = scope.edition.pack else { throw .notThere }
        self.scope = scope
        contents = try await scope.library.packProjects.contents(identity: options.identity)
    }

    /// Returns the context; nil while the pack is not edited here.
    static func ifEdited(_ scope: RequestScope) async throws(LibraryError) -> PackEditingContext? {
        guard let options = scope.edition.pack else { throw .notThere }
        guard try await scope.library.packProjects.project(identity: options.identity) != nil else { return nil }
        return try await PackEditingContext(scope)
    }

    /// Returns a page of the editor.
    func page(
        _ title: String, back: Route, extras: [PageLayout.HeadElement] = [],
        _ content: (inout HTMLWriter) -> Void
    ) -> HTMLPage {
        Self.page(scope, title, back: back, extras: extras, content)
    }

    static func page(
        _ scope: RequestScope, _ title: String, back: Route, extras: [PageLayout.HeadElement] = [],
        _ content: (inout HTMLWriter) -> Void
    ) -> HTMLPage {
        var layout = PageLayout(scope: scope, title: title, left: .back(back), barTitle: title, actions: [])
        layout.hidesBottomBar = true
        layout.extras =
            [.stylesheet("settings.css"), .stylesheet("pack-editor.css"), .module("pack-editor.js")] + extras
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "page-column pack-editor") { w in content(&w) }
            })
    }

    func path(_ slug: String) -> String { scope.path(.packEditorPage(slug)) }

    /// Returns the path of a small file of a picture.
    func thumbnailPath(of picture: PackPicture) -> String? {
        picture.thumbnail.map { scope.path(.packMedium($0)) }
    }

    /// The findings by the page or photograph that they are about.
    var findings: [PackItem.Key: [PackFinding]] {
        Dictionary(grouping: pack.findings(for: pack.manifest.version.next), by: \.key)
    }
}

extension RequestScope {
    /// True if the edition's pack can be edited here: its versions come from no other place, and this is no preview.
    var offersPackEditor: Bool {
        identity.role >= .editor
            && edition.pack.map { $0.address == nil } == true
            && PackPreviews.edition(at: "/\(edition.id.rawValue)/") == nil
    }

    /// The session that edits; requests without one, which come from this machine, count as one editor.
    var packEditor: PackEditor {
        let session = identity.session
        return PackEditor(
            key: session.map { String($0.id.rawValue) } ?? "local",
            name: session?.displayName ?? DeviceName.of(request.headers[.userAgent]))
    }
}
