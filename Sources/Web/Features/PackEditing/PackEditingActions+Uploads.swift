import Foundation
import Library
import News
import Packs
import Pictures

extension PackEditingActions {
    /// Adds the pictures of a form to the gallery, or to a page. Files that cannot be used are named, each with its reason;
    /// the others are added.
    func upload(_ form: PackUploadForm) async throws -> ActionOutcome {
        let context = try await PackEditingContext(scope)
        let project = context.contents.project.id
        let slot = form.slot.flatMap(PackPage.Slot.init(rawValue:))
        let page = form.slug.flatMap { slot == nil ? nil : $0 }
        let back = page.map { scope.path(.packEditorPage($0)) } ?? scope.path(.page(.packEditorPhotographs))
        var (added, words): (Int, [String]) = (0, [])
        for file in form.pictures.files.prefix(page == nil ? Int.max : 1) {
            do {
                let (picture, note) = try await picture(of: file, in: project)
                try await add(picture, named: file.name, page: page, slot, in: project)
                added += 1
                if let note { words.append(PackEditorStrings.about(file.name, note)) }
            } catch let error as PictureUploadError {
                words.append(PackEditorStrings.about(file.name, error.message))
            } catch let error as PackInstallError {
                words.append(PackEditorStrings.about(file.name, error.userMessage))
            }
        }
        // Script sends files one by one and counts them itself; it shows what is said about each.
        if added > 0, scope.wantsJSON { return .go(back, words: words.joined(separator: " ")) }
        if added > 0 || words.isEmpty { words.insert(PackEditorStrings.picturesAdded(added), at: 0) }
        let sentence = words.joined(separator: " ")
        guard added > 0 else { throw LibraryError.invalid(why: sentence) }
        return .toast(sentence, on: back)
    }

    /// Makes and stores the files of an uploaded picture.
    private func picture(
        of file: UploadedFile, in project: PackProject.ID
    ) async throws -> (picture: PackPicture, note: String?) {
        let made = try await scope.dependencies.renditionMaker.makeRenditions(of: file.bytes)
        try await scope.library.packProjects.add(made.renditions.map { Data($0.bytes) }, to: project)
        var picture = PackPicture()
        for rendition in made.renditions {
            if let kind = PackRendition(rawValue: rendition.kind) {
                picture.files[kind] = PackMediumID(of: Data(rendition.bytes))
            }
        }
        return (picture, made.note)
    }

    private func add(
        _ picture: PackPicture, named name: String, page: String?, _ slot: PackPage.Slot?, in project: PackProject.ID
    ) async throws {
        _ = try await scope.library.packProjects.change(page == nil ? .add : .edit, in: project, by: scope.packEditor) {
            pack in
            if let page, let slot {
                guard var editable = pack.pages[page] else { throw PackEditError.noSuchPage }
                editable.page.pictures[slot] = picture
                return (editable.page.title, [(.page(page), .page(editable))])
            }
            let photograph = pack.newPhotograph(named: name, picture)
            return (photograph.name, [(.photograph(photograph.name), .photograph(photograph))])
        }
    }
}
