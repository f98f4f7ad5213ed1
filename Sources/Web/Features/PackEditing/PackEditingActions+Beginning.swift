import Foundation
import Library
import Markup
import News
import Packs

/// The beginning of a guide: of the installed version, of a pack file, of another guide, or of nothing.
extension PackEditingActions {
    /// The contents with which a guide begins.
    private struct Start {
        var pack: EditablePack
        var media: any PackMediaSource
    }

    /// Begins to edit the installed version, or without one a guide of one page.
    func begin() async throws -> ActionOutcome {
        guard let options = scope.edition.pack, options.address == nil else { throw LibraryError.notThere }
        guard try await service.project(identity: options.identity) == nil else { return .go(treePath) }
        let installed = try await service.installedPack(in: scope.edition)
        let pack =
            installed?.pack
            ?? EditablePack(
                identity: options.identity, title: scope.edition.title, language: scope.edition.language)
        return try await begin(
            pack, media: service.media, go: treePath, words: PackEditorStrings.editingBegun)
    }

    private func begin(
        _ pack: EditablePack, media: any PackMediaSource, go path: String, words: String
    ) async throws -> ActionOutcome {
        do throws(PackInstallError) {
            _ = try await service.create(pack, media: media, by: editor)
        } catch { return .failed(error.userMessage) }
        return .go(path, words: words)
    }

    /// Begins a new guide: its edition, and what it begins with.
    func create(_ form: NewGuideForm) async throws -> ActionOutcome {
        let title = PrintableText.line(form.title)
        guard !title.isEmpty, title.count <= 80 else {
            throw LibraryError.invalid(why: PackEditorStrings.guideNameFault)
        }
        let look = NewGuidePage.looks.first { $0.colour == form.colour } ?? NewGuidePage.looks[0]
        let folder = FileManager.default.temporaryDirectory.appending(path: "tidings-pack-\(UUID().uuidString)")
        // A folder that stays behind is the system's to remove.
        defer { try? FileManager.default.removeItem(at: folder) }
        let start =
            if let file = form.pack {
                try Self.start(of: file, in: folder)
            } else {
                try await self.start(of: form.source)
            }
        let registry = scope.dependencies.editionRegistry
        let edition = try registry.addPackEdition(
            titled: title, identity: form.pack == nil ? nil : start?.pack.manifest.identity,
            accent: (look.day, look.night), language: form.language)
        try await scope.library.editions.synchronize(registry.validEditions, keeping: registry.invalidIDs)
        let empty = EditablePack(
            identity: edition.pack?.identity ?? edition.id.rawValue, title: title, language: form.language,
            colour: PackColour(look.colour))
        var pack = start?.pack ?? empty
        if pack.manifest.identity != empty.manifest.identity { Self.rename(&pack, as: empty.manifest, look) }
        pack.manifest.title = title
        let page = "/\(edition.id.rawValue)/\(PathPattern.packEditor.text)"
        let media = start?.media ?? scope.library.packProjects.media
        return try await begin(pack, media: media, go: page, words: PackEditorStrings.guideBegun(title))
    }

    /// Makes a copy a guide of its own, with the name and the colour that were chosen for it. Licence and credits stay.
    private static func rename(_ pack: inout EditablePack, as own: PackManifest, _ look: NewGuidePage.Look) {
        let copied = pack.manifest
        pack.manifest = own
        (pack.manifest.licence, pack.manifest.credits) = (copied.licence, copied.credits)
        for root in pack.tree.roots {
            guard var page = pack.pages[root.slug] else { continue }
            if pack.tree.roots.count == 1 { page.page.title = own.title }
            page.page.colour = PackColour(look.colour)
            pack.put(.page(page))
        }
    }

    /// Returns the contents of a pack file.
    private static func start(of file: UploadedFile, in folder: URL) throws -> Start {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let place = folder.appending(path: "uploaded.tidingspack")
        try Data(file.bytes).write(to: place)
        do throws(PackError) {
            let reader = try PackReader(file: place)
            return Start(pack: EditablePack(reader.pack), media: reader)
        } catch { throw LibraryError.invalid(why: PackEditorStrings.about(file.name, error.userMessage)) }
    }

    /// Returns the contents of another guide; nil for none.
    private func start(of source: String?) async throws -> Start? {
        guard let source, !source.isEmpty else { return nil }
        guard let edition = scope.dependencies.editions.first(where: { $0.id.rawValue == source }),
            let installed = try await scope.library.packProjects.installedPack(in: edition)
        else { throw LibraryError.invalid(why: PackEditorStrings.nothingToEdit) }
        return Start(pack: installed.pack, media: installed.media)
    }
}
