import HTTPTypes
import Hummingbird
import Library
import News
import Packs

extension PathPattern {
    static let newGuide: Self = "edit/new", packEditor: Self = "edit", packEditorPage: Self = "edit/page/:slug"
    static let packEditorOthers: Self = "edit/page/:slug/others", packEditorTowns: Self = "edit/towns"
    static let packEditorMap: Self = "edit/map.json"
    static let packEditorPhotographs: Self = "edit/photographs", packEditorSettings: Self = "edit/settings"
    static let packEditorHistory: Self = "edit/history", packEditorRevision: Self = "edit/history/:number"
    static let packItemRemoval: Self = "edit/remove", packDeletion: Self = "edit/delete"
    static let packPublication: Self = "edit/publish", packPreview: Self = "edit/preview"
}

extension ReaderEndpoint {
    /// The pages of the editor of an edition's pack.
    static let packEditing: [Self] = [
        .page(.packEditor) { scope in try await PackTreePage().page(for: scope) },
        .page(.newGuide) { scope in try await NewGuidePage().page(for: scope) },
        .page(.packEditorPage) { scope in
            try await PackPageEditor(slug: scope.parameter("slug") ?? "").page(for: scope)
        },
        .data(.packEditorOthers) { scope in OtherEditors(scope.parameter("slug") ?? "", for: scope) },
        .data(.packEditorTowns) { scope in
            FoundTown.all(named: scope.query["q"] ?? "", on: try await PlaceMap.map(for: scope))
        },
        .data(.packEditorMap) { scope in try await PlaceMap.map(for: scope) },
        .page(.packEditorPhotographs) { scope in try await PackPhotographEditor().page(for: scope) },
        .page(.packEditorSettings) { scope in try await PackSettingsEditor().page(for: scope) },
        .page(.packEditorHistory) { scope in try await PackHistoryPage().page(for: scope) },
        .page(.packEditorRevision) { scope in
            try await PackRevisionPage(number: try scope.id("number")).page(for: scope)
        },
        .page(.packItemRemoval) { scope in try await PackRemovalPage().page(for: scope) },
        .page(.packDeletion) { scope in try await PackDeletionPage().page(for: scope) },
        .page(.packPublication) { scope in try await PackPublicationPage().page(for: scope) },
        .page(.packPreview) { scope in try await PackPreviewPage().page(for: scope) },
    ]
}

extension ActionEndpoint {
    /// The actions that begin a guide, change what is edited, and publish it. What they need is checked before a body of many
    /// megabytes is read.
    static let packEditing: [Self] =
        packBeginnings.map { $0.showingRefusedForm { scope in try PackEditingActions(scope).requirePackFolder() } }
        + packChanges.map { $0.showingRefusedForm { scope in try await PackEditingActions(scope).requireProject() } }

    private static let packBeginnings: [Self] = [
        Self(.editPack, EmptyForm.self) { _, scope in try await PackEditingActions(scope).begin() },
        Self(.createPack, NewGuideForm.self, bodyLimit: NewGuideForm.bodyLimit) { form, scope in
            try await PackEditingActions(scope).create(form)
        },
    ]

    private static let packChanges: [Self] = [
        Self(.addPackPage, PackPageForm.self) { form, scope in try await PackEditingActions(scope).add(form) },
        Self(.savePackPage, PackPageForm.self) { form, scope in try await PackEditingActions(scope).save(form) },
        Self(.movePackPage, PackMoveForm.self) { form, scope in try await PackEditingActions(scope).move(form) },
        Self(.removePackPage, PackPageForm.self) { form, scope in try await PackEditingActions(scope).remove(form) },
        Self(.uploadPackPictures, PackUploadForm.self, bodyLimit: PackUploadForm.bodyLimit) { form, scope in
            try await PackEditingActions(scope).upload(form)
        },
        Self(.savePackPhotograph, PackPhotographForm.self) { form, scope in
            try await PackEditingActions(scope).save(form)
        },
        Self(.removePackPhotograph, PackPhotographForm.self) { form, scope in
            try await PackEditingActions(scope).remove(form)
        },
        Self(.movePackPhotograph, PackMoveForm.self) { form, scope in
            try await PackEditingActions(scope).movePhotograph(form)
        },
        Self(.savePackSettings, PackSettingsForm.self) { form, scope in
            try await PackEditingActions(scope).save(form)
        },
        Self(.servePack, PackServingForm.self) { form, scope in try await PackEditingActions(scope).serve(form) }
            .requiring(.owner),
        Self(.undoPackChange, PackChangeForm.self) { form, scope in try await PackEditingActions(scope).undo(form) },
        Self(.restorePackItem, PackChangeForm.self) { form, scope in
            try await PackEditingActions(scope).restore(form)
        },
        Self(.goBackToPackVersion, PackChangeForm.self) { form, scope in
            try await PackEditingActions(scope).goBack(form)
        },
        Self(.publishPack, PackPublicationForm.self) { form, scope in
            try await PackEditingActions(scope).publish(form)
        },
        Self(.deletePack, EmptyForm.self) { _, scope in try await PackDeletion(scope).perform() }.requiring(.owner),
        Self(.stopPackEditing, EmptyForm.self) { _, scope in try await PackDeletion(scope).stop() },
        Self(.cancelPackPublication, EmptyForm.self) { _, scope in
            try await PackEditingActions(scope).cancelPublication()
        },
    ]
}
