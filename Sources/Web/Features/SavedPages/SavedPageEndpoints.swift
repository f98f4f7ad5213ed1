import Library
import News

extension PathPattern {
    static let savePage: Self = "save", savedImport: Self = "import/saved"
}

extension ReaderEndpoint {
    /// Saving a page, and the preview of an import of saved pages.
    static let savedPages: [Self] = [
        .page(.savePage) { scope in try await SavePagePage().page(for: scope) },
        .page(.savedImport) { scope in try await SavedImportPage().page(for: scope) },
    ]
}

extension ActionEndpoint {
    static let savedPages: [Self] = [
        Self(.savePage, SavePageForm.self) { form, scope in try await SavedPageActions(scope: scope).save(form) },
        Self(.importSaved, ImportSavedForm.self) { form, scope in
            try await SavedPageActions(scope: scope).importPages(form)
        },
    ]
}
