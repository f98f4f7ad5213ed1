import Foundation
import Library
import News
import URLs

struct SavePageForm: FormValue {
    /// The address as typed, or a text that contains it.
    let address: String
    let title: String?

    static let faults = ["address": Strings.noAddressToSave]
}

struct ImportSavedForm: FormValue {
    /// The ID of the previewed export.
    let id: String

    static let faults = ["id": Strings.previewIsGone]
}

/// The actions that save pages.
struct SavedPageActions {
    let scope: RequestScope

    /// The most bytes of an address, as longer ones fit no request.
    private static let maxAddressLength = 2_000

    func save(_ form: SavePageForm) async throws(LibraryError) -> ActionOutcome {
        let shared = SharedAddress(url: form.address, text: form.address, title: form.title)
        guard let address = shared.address else { throw .invalid(why: Strings.noAddressToSave) }
        guard address.text.utf8.count <= Self.maxAddressLength else { throw .invalid(why: Strings.addressIsTooLong) }
        let title = form.title.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        let result = try await scope.library.savedPages.save(
            SavedPageDraft(address: address, title: title), for: scope.reader)
        let path = scope.path(Route.story(result.story, in: nil))
        guard let token = result.undoToken else { return .go(path, words: Strings.pageWasSaved) }
        return .undoable(token, Strings.pageSaved(isNewHere: result.isNewHere), go: path)
    }

    func importPages(_ form: ImportSavedForm) async throws(LibraryError) -> ActionOutcome {
        guard let export = scope.dependencies.savedExports.value(of: form.id, for: scope) else {
            throw .invalid(why: Strings.previewIsGone)
        }
        let report = try await scope.library.savedPages.importPages(export.pages, for: scope.reader)
        let count = report.newCount + report.knownCount
        return .done(
            Strings.savedImportDone(count, alreadySaved: report.alreadySavedCount), count: count,
            undo: report.undoToken?.id, go: scope.path(.saved))
    }

    /// Keeps an export for its preview.
    /// - Returns: the path of the preview.
    func preview(_ export: SavedPagesExport) -> String {
        let id = String(UInt32.random(in: .min ... .max), radix: 36)
        scope.dependencies.savedExports.store(export, of: id, for: scope)
        return scope.path(Route.savedImport(id))
    }
}
