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

    var service: PackProjectService { scope.library.packProjects }
    var editor: PackEditor { scope.packEditor }
    var treePath: String { scope.path(.page(.packEditor)) }
    private var historyPath: String { scope.path(.page(.packEditorHistory)) }

    /// - Throws: `.notThere` unless the edition's pack is edited here.
    func requireProject() async throws(LibraryError) {
        guard scope.offersPackEditor, let options = scope.edition.pack,
            try await service.project(identity: options.identity) != nil
        else { throw .notThere }
    }

    /// - Throws: `.notThere` where no guide can begin: on a server that shows a single edition without a guide of its own.
    func requirePackFolder() throws(LibraryError) {
        guard scope.offersPackEditor || !scope.dependencies.editionRegistry.showsSingleEdition else { throw .notThere }
    }

    private func context() async throws(LibraryError) -> PackEditingContext { try await PackEditingContext(scope) }

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
        let path = scope.path(.packEditorPage(slug))
        let outcome = try await save(.page(page), basedOn: base, in: project, page: path)
        guard case .draftConflict(let words, _) = outcome, !scope.wantsJSON else { return outcome }
        // The page shows what was typed, which a form without script would lose.
        scope.dependencies.packConflicts.store(
            PackConflict(words: words, title: form.title ?? "", text: form.text ?? ""), of: slug, for: scope)
        return .go(path + "?unsaved=1")
    }

    private func save(
        _ item: PackItem, basedOn base: Int64?, in project: PackProject.ID, page: String
    ) async throws -> ActionOutcome {
        switch try await service.save(item, basedOn: base, in: project, by: editor) {
        case .saved(let change): return .draftSaved(revision: change.number, words: PackEditorStrings.saved, go: page)
        case .merged(_, let other): return .go(page, words: PackEditorStrings.merged(other.editor.name))
        case .unchanged: return .say(PackEditorStrings.nothingChanged)
        case .conflict(let other, let theirs):
            let name = other.editor.name
            let words = theirs == nil ? PackEditorStrings.removedMeanwhile(name) : PackEditorStrings.conflict(name)
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
        return .packChanged(PackEditorStrings.pageRemoved(change?.subject ?? ""), change, on: treePath)
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

    /// Moves a photograph before another, or to the end of the gallery.
    func movePhotograph(_ form: PackMoveForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        _ = try await perform(.move, in: project) { pack in
            let moved = try pack.movePhotograph(form.slug, before: form.before)
            return (
                pack[.photograph(form.slug)]?.subject ?? "", moved.map { (.photograph($0.name), .photograph($0)) }
            )
        }
        return .done(PackEditorStrings.moved)
    }

    func remove(_ form: PackPhotographForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        let key = PackItem.Key.photograph(form.name)
        let change = try await perform(.remove, in: project) { pack in
            guard let photograph = pack[key] else { throw PackEditError.invalid(PackEditorStrings.photographIsGone) }
            return (photograph.subject, [(key, nil)])
        }
        let page = scope.path(.page(.packEditorPhotographs))
        return .packChanged(PackEditorStrings.photographRemoved, change, on: page)
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
            let words = PackHistoryStrings.changeUndone(change.subject)
            return .membership(.done(words), words: words)
        } catch let error as PackEditError { throw LibraryError.invalid(why: error.userMessage) }
    }

    func restore(_ form: PackChangeForm) async throws -> ActionOutcome {
        guard let key = form.key else { throw LibraryError.notThere }
        let project = try await context().contents.project
        let change = try await service.restore(key, asOf: form.number, in: project.id, by: editor)
        let page = key.kind == .page ? scope.path(.packEditorPage(key.name)) : historyPath
        return .packChanged(PackHistoryStrings.versionRestored, change, on: page)
    }

    func goBack(_ form: PackChangeForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        let change = try await service.goBack(to: form.number, in: project.id, by: editor)
        let words = change == nil ? PackHistoryStrings.nothingToGoBackTo : PackHistoryStrings.wentBack
        return .packChanged(words, change, on: historyPath)
    }

    // MARK: Publishing

    func publish(_ form: PackPublicationForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        try await drawMap(of: project)
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

    /// Gives a guide with places and without a map of its own the map around them.
    private func drawMap(of project: PackProject) async throws {
        _ = try await service.change(.edit, in: project.id, by: editor) { pack in
            // A map without outlines has only the towns around the places, which may be others now.
            guard pack.baseMap.map({ $0.areas.isEmpty }) ?? true else { return ("", []) }
            let places = pack.pages.values.compactMap { page in
                page.place.map { PackPlace(page: page.page.slug, latitude: $0.latitude, longitude: $0.longitude) }
            }
            guard let map = try BaseMapSource.map(of: places, districts: nil) else { return ("", []) }
            return (PackEditorStrings.mapSubject, [(.baseMap, .baseMap(map))])
        }
    }

    func cancelPublication() async throws -> ActionOutcome {
        let project = try await context().contents.project
        try await service.schedulePublication(nil, of: project.id)
        return .toast(PackEditorStrings.publicationCancelled, on: treePath)
    }

    /// Lets other houses follow the guide, or no longer.
    func serve(_ form: PackServingForm) async throws -> ActionOutcome {
        let project = try await context().contents.project
        try await service.setServed(form.isServed, project.id)
        return .toast(
            form.isServed ? PackEditorStrings.servingBegun : PackEditorStrings.servingEnded,
            on: scope.path(.page(.packEditorSettings)))
    }
}
