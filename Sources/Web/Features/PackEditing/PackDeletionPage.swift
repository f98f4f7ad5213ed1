import Library
import Markup
import News
import Packs

/// A page that asks before a guide is deleted, or only its editing ends, and says what each takes away.
struct PackDeletionPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let project = context.contents.project
        let title = context.pack.manifest.title
        let (pages, photographs) = (context.pack.pages.count, context.pack.gallery.count)
        let favourites = try await scope.library.packs.favouriteCount(in: scope.edition)
        let others = PackDeletion(scope).otherEditions
        return context.page(PackDeletionStrings.title, back: .page(.packEditorSettings)) { w in
            w.element(.h1, text: PackDeletionStrings.question(title))
            if PackDeletion(scope).isPossible {
                w.element(.p, text: PackDeletionStrings.whatGoes(pages, photographs, favourites: favourites))
                if project.isServed { w.element(.p, class: "note", text: PackDeletionStrings.endsServing) }
                if !others.isEmpty {
                    w.element(.p, class: "note", text: PackDeletionStrings.staysElsewhere(others.map(\.title)))
                }
                w.element(.div, class: "button-row") { w in
                    ActionForm(
                        scope, .deletePack, returnPath: scope.path(.page(.packDeletion)), style: "native-submit"
                    ).writeButton(PackDeletionStrings.delete(title), style: "button primary", into: &w)
                    w.element(
                        .a, class: "button", [.href(scope.path(.page(.packEditorSettings)))], text: Strings.cancel)
                }
            } else {
                w.element(.p, class: "note", text: PackDeletionStrings.comesWithTidings)
            }
            w.element(.h2, class: "group-heading", text: PackDeletionStrings.stopTitle)
            let words =
                project.published.map { PackDeletionStrings.stopKeeps($0.version.description) }
                ?? PackDeletionStrings.stopKeepsNothing
            w.element(.p, text: words)
            if project.isServed { w.element(.p, class: "note", text: PackDeletionStrings.endsServing) }
            ActionForm(
                scope, .stopPackEditing, returnPath: scope.path(.page(.packDeletion)), style: "native-submit"
            ).writeButton(PackDeletionStrings.stop, style: "button", into: &w)
        }
    }
}

/// The deletion of a guide: what is edited, its edition's file, and what readers have.
struct PackDeletion {
    let scope: RequestScope

    init(_ scope: RequestScope) { self.scope = scope }

    /// True if the edition is a file of the operator's folder, which can be removed.
    var isPossible: Bool { scope.dependencies.editionRegistry.canRemove(scope.edition.id) }

    /// The other editions that show the same publication, which stays with them.
    var otherEditions: [Edition] {
        scope.dependencies.editionRegistry.validEditions.filter {
            $0.id != scope.edition.id && $0.pack?.identity == scope.edition.pack?.identity
        }
    }

    /// Deletes the guide.
    func perform() async throws -> ActionOutcome {
        let context = try await PackEditingContext(scope)
        let title = context.pack.manifest.title
        let registry = scope.dependencies.editionRegistry
        let isShownElsewhere = !otherEditions.isEmpty
        try registry.removeEdition(scope.edition.id)
        if !isShownElsewhere { try await scope.library.packProjects.remove(context.contents.project.id) }
        try await scope.library.editions.synchronize(registry.validEditions, keeping: registry.invalidIDs)
        try await scope.library.packs.removeUnused()
        try await removeServedFiles()
        let next = registry.editions.first?.id ?? .mine
        return .toast(PackDeletionStrings.deleted(title), on: Route.editions.path(in: next))
    }

    /// Removes the files that other houses followed. What cannot be written for others meanwhile is told by their own publication.
    private func removeServedFiles() async throws { _ = try await scope.library.packProjects.repairServedFiles() }

    /// Ends the editing; readers keep what was published.
    func stop() async throws -> ActionOutcome {
        let context = try await PackEditingContext(scope)
        try await scope.library.packProjects.remove(context.contents.project.id)
        try await removeServedFiles()
        return .toast(PackDeletionStrings.stopped(context.pack.manifest.title), on: scope.path(.page(.packEditor)))
    }
}
