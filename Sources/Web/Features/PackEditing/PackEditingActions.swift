import Foundation
import Library
import Markup
import News
import Packs
import Untrusted

/// The actions of the editor of a pack.
struct PackEditingActions {
    let scope: RequestScope

    init(_ scope: RequestScope) { self.scope = scope }

    private var service: PackProjectService { scope.library.packProjects }
    private var editor: PackEditor { scope.packEditor }
    private var treePath: String { scope.path(.page(.packEditor)) }

    private func context() async throws(LibraryError) -> PackEditingContext { try await PackEditingContext(scope) }

    /// Begins to edit the installed version, or without one a guide of one page.
    func begin() async throws -> ActionOutcome {
        guard let options = scope.edition.pack, options.address == nil else { throw LibraryError.notThere }
        guard try await service.project(identity: options.identity) == nil else { return .go(treePath) }
        let installed = try await service.installedPack(in: scope.edition)
        let pack =
            installed?.pack ?? Self.firstPage(titled: scope.edition.title, scope.edition.language, of: scope.edition)
        return try await begin(pack, go: treePath, words: PackEditorStrings.editingBegun)
    }

    private func begin(_ pack: EditablePack, go path: String, words: String) async throws -> ActionOutcome {
        do throws(PackInstallError) {
            _ = try await service.create(pack, media: service.media, by: editor)
        } catch { return .failed(error.userMessage) }
        return .go(path, words: words)
    }

    // MARK: Pages

    func add(_ form: PackPageForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        let (title, parent) = (form.title ?? "", form.parent ?? "")
        let change = try await perform(.add, in: project) { pack in
            let page = try pack.newPage(titled: title, below: parent)
            return (page.page.title, [(.page(page.page.slug), .page(page))])
        }
        guard let change else { return .go(treePath) }
        let slug = try await context().contents.revisions.first { $0.value == change.number }?.key.name
        return .toast(
            PackEditorStrings.pageAdded(change.subject), on: slug.map { scope.path(.packEditorPage($0)) } ?? treePath)
    }

    func save(_ form: PackPageForm) async throws -> ActionOutcome {
        let context = try await context()
        guard let slug = form.slug, let known = context.pack.pages[slug] else {
            return .failed(PackEditError.noSuchPage.userMessage, go: treePath)
        }
        // The version that the form rests on has the fields that the form lacks.
        let project = context.contents.project.id
        let base = form.revision ?? context.contents.revisions[.page(slug)]
        var start = known
        if let base, case .page(let page)? = try await service.revision(base, of: .page(slug), in: project).item {
            start = page
        }
        let page = try form.applied(to: start, in: context.pack)
        return try await save(.page(page), basedOn: base, in: project, page: scope.path(.packEditorPage(slug)))
    }

    private func save(
        _ item: PackItem, basedOn base: Int64?, in project: PackProject.ID, page: String
    ) async throws -> ActionOutcome {
        switch try await service.save(item, basedOn: base, in: project, by: editor) {
        case .saved(let change): return .draftSaved(revision: change.number, words: PackEditorStrings.saved, go: page)
        case .merged(let change, let other):
            return .draftSaved(revision: change.number, words: PackEditorStrings.merged(other.editor.name), go: page)
        case .unchanged: return .done(PackEditorStrings.nothingChanged, go: page)
        case .conflict(let other, let theirs):
            let words =
                theirs == nil
                ? PackEditorStrings.removedMeanwhile(other.editor.name) : PackEditorStrings.conflict(other.editor.name)
            return .draftConflict(words: words, go: page)
        }
    }

    func move(_ form: PackMoveForm) async throws -> ActionOutcome {
        guard let destination = form.destination else { throw LibraryError.notThere }
        let project = try await context().contents.project
        let slug = form.slug
        _ = try await perform(.move, in: project) { pack in
            (
                pack.pages[slug]?.page.title ?? "",
                try pack.move(slug, to: destination).map { (.page($0.page.slug), .page($0)) }
            )
        }
        return .done(PackEditorStrings.moved)
    }

    func remove(_ form: PackPageForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        let slug = form.slug ?? ""
        let change = try await perform(.remove, in: project) { pack in
            (pack.pages[slug]?.page.title ?? "", try pack.removal(of: slug).map { ($0, nil) })
        }
        return .toast(PackEditorStrings.pageRemoved(change?.subject ?? ""), on: treePath)
    }

    /// Makes a change; an edit that cannot be made is a sentence for the editor.
    private func perform(
        _ action: PackChange.Action, in project: PackProject,
        _ edit: @escaping @Sendable (EditablePack) throws -> (subject: String, items: [(PackItem.Key, PackItem?)])
    ) async throws -> PackChange? {
        do { return try await service.change(action, in: project.id, by: editor, edit) } catch let error
            as PackEditError
        {
            throw LibraryError.invalid(why: error.userMessage)
        }
    }

    // MARK: Photographs and the description

    func save(_ form: PackPhotographForm) async throws -> ActionOutcome {
        let context = try await context()
        guard var photograph = context.pack.photographs[form.name] else {
            return .failed(PackEditorStrings.photographIsGone, go: scope.path(.page(.packEditorPhotographs)))
        }
        if let caption = form.caption { photograph.caption = Self.lines(caption) }
        if let credit = form.credit { photograph.credit = credit.isEmpty ? nil : Self.lines(credit) }
        if let typed = form.position {
            guard let number = UntrustedInteger(typed)?.int(in: -1_000_000...1_000_000) else {
                throw LibraryError.invalid(why: PackEditorStrings.positionFault)
            }
            photograph.position = number
        }
        return try await save(
            .photograph(photograph), basedOn: form.revision, in: context.contents.project.id,
            page: scope.path(.page(.packEditorPhotographs)))
    }

    func remove(_ form: PackPhotographForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        let key = PackItem.Key.photograph(form.name)
        _ = try await perform(.remove, in: project) { pack in
            guard let photograph = pack[key] else { throw PackEditError.invalid(PackEditorStrings.photographIsGone) }
            return (photograph.subject, [(key, nil)])
        }
        return .toast(PackEditorStrings.photographRemoved, on: scope.path(.page(.packEditorPhotographs)))
    }

    func save(_ form: PackSettingsForm) async throws -> ActionOutcome {
        let context = try await context()
        var manifest = context.pack.manifest
        if let title = form.title { manifest.title = Self.lines(title) }
        if let languages = form.languages {
            manifest.languages = languages.split { $0 == " " || $0 == "," }.map(String.init)
        }
        if let licence = form.licence { manifest.licence = licence.isEmpty ? nil : Self.lines(licence) }
        if let credits = form.credits {
            manifest.credits = credits.split(whereSeparator: \.isNewline).map(String.init).filter { !$0.isEmpty }
        }
        if let address = form.address { manifest.address = try PackPageForm.address(address) }
        return try await save(
            .manifest(manifest), basedOn: form.revision, in: context.contents.project.id,
            page: scope.path(.page(.packEditorSettings)))
    }

    private static func lines(_ text: String) -> String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    // MARK: Changes

    func undo(_ form: PackChangeForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        do {
            let change = try await service.undo(form.number, in: project.id, by: editor)
            return .toast(PackEditorStrings.changeUndone(change.subject), on: scope.path(.page(.packEditorHistory)))
        } catch let error as PackEditError { throw LibraryError.invalid(why: error.userMessage) }
    }

    func restore(_ form: PackChangeForm) async throws -> ActionOutcome {
        guard let key = form.key else { throw LibraryError.notThere }
        let project = try await context().contents.project
        _ = try await service.restore(key, asOf: form.number, in: project.id, by: editor)
        let page = key.kind == .page ? scope.path(.packEditorPage(key.name)) : treePath
        return .toast(PackEditorStrings.versionRestored, on: page)
    }

    // MARK: Publishing

    func publish(_ form: PackPublicationForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        let page = scope.path(.page(.packPublication))
        if let time = form.time, !time.isEmpty {
            guard let date = PackPublicationForm.date(time, in: scope.time.zone) else {
                throw LibraryError.invalid(why: PackEditorStrings.publicationTimeFault)
            }
            guard date > scope.now else { throw LibraryError.invalid(why: PackEditorStrings.publicationTimeIsPast) }
            try await service.schedulePublication(date, of: project.id)
            return .toast(PackEditorStrings.publicationWaits(scope.time.long(date)), on: treePath)
        }
        try await service.schedulePublication(scope.now, of: project.id)
        let outcomes = try await service.publishDue(in: scope.dependencies.editionRegistry.validEditions)
        switch outcomes[project.identity] {
        case .published(let version):
            return .toast(PackEditorStrings.versionPublished(version.description), on: treePath)
        case .unchanged, nil: return .toast(PackEditorStrings.nothingToPublish, on: treePath)
        case .failed(let sentence): return .failed(sentence, go: page)
        }
    }

    func cancelPublication() async throws -> ActionOutcome {
        let project = try await context().contents.project
        try await service.schedulePublication(nil, of: project.id)
        return .toast(PackEditorStrings.publicationCancelled, on: treePath)
    }

    // MARK: A new guide

    /// Begins a new guide: its edition, and its first page or a copy of another guide.
    func create(_ form: NewGuideForm) async throws -> ActionOutcome {
        let title = PrintableText.line(form.title)
        guard !title.isEmpty, title.count <= 80 else {
            throw LibraryError.invalid(why: PackEditorStrings.guideNameFault)
        }
        let look = NewGuidePage.looks.first { $0.colour == form.colour } ?? NewGuidePage.looks[0]
        let source = try await source(of: form)
        let registry = scope.dependencies.editionRegistry
        let edition = try registry.addPackEdition(
            titled: title, accent: (look.day, look.night), language: form.language)
        try await scope.library.editions.synchronize(registry.validEditions, keeping: registry.invalidIDs)
        var pack = source ?? Self.firstPage(titled: title, form.language, of: edition, PackColour(look.colour))
        pack.manifest = Self.manifest(titled: title, form.language, of: edition)
        let page = "/\(edition.id.rawValue)/\(PathPattern.packEditor.text)"
        return try await begin(pack, go: page, words: PackEditorStrings.guideBegun(title))
    }

    /// Returns the guide that the new one begins as a copy of; nil for none.
    private func source(of form: NewGuideForm) async throws -> EditablePack? {
        guard let id = form.source, !id.isEmpty else { return nil }
        guard let edition = scope.dependencies.editions.first(where: { $0.id.rawValue == id }),
            let installed = try await service.installedPack(in: edition)
        else { throw LibraryError.invalid(why: PackEditorStrings.nothingToEdit) }
        return installed.pack
    }

    private static func manifest(titled title: String, _ language: String, of edition: Edition) -> PackManifest {
        PackManifest(
            identity: edition.pack?.identity ?? edition.id.rawValue, version: .zero, title: title, languages: [language]
        )
    }

    private static func firstPage(
        titled title: String, _ language: String, of edition: Edition, _ colour: PackColour? = nil
    ) -> EditablePack {
        var pack = EditablePack(manifest: manifest(titled: title, language, of: edition))
        pack.put(.page(EditablePage(PackPage(slug: "home", title: title, colour: colour, ground: 1))))
        return pack
    }
}
