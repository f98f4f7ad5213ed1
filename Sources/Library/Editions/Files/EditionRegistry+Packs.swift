import Foundation
public import News
import Packs

extension EditionRegistry {
    /// Adds an edition that shows a pack which is made here, as a file in the operator's folder. Its ID is made of the
    /// title.
    /// - Parameters:
    ///   - identity: the pack's identity; nil, or one that another edition shows, to make it of the title too.
    ///   - accent: the accent by day and by night, as `#rrggbb`.
    ///   - language: the language as a BCP 47 tag.
    /// - Throws: `.invalid` with a sentence for a title or language that cannot be used, or without a folder.
    public func addPackEdition(
        titled title: String, identity: String? = nil, accent: (day: String, night: String) = ("#1F6F6F", "#6CC5C5"),
        language: String
    ) throws(LibraryError) -> Edition {
        guard let folder, !showsSingleEdition else {
            throw .invalid(why: "This Tidings shows only the newspapers that it was started with.")
        }
        let id = try freeID(for: title)
        let isTaken = validEditions.contains { $0.pack?.identity == identity }
        let text = Self.packEditionText(id, title, isTaken ? id : identity ?? id, accent, language)
        let checked = Self.parse(text, name: "\(id).yaml", isBundled: false, isSupported: isSupported)
        if let diagnostic = checked.diagnostics.first { throw .invalid(why: diagnostic.message) }
        let file = folder.appending(path: "\(id).yaml")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: [.withoutOverwriting])
        } catch {
            throw .invalid(
                why: "The file \(file.lastPathComponent) cannot be written in the folder “editions”: "
                    + "\(error.localizedDescription)")
        }
        reload()
        guard let edition = editions.first(where: { $0.id.rawValue == id }) else {
            throw .invalid(why: "There are too many newspapers. Remove a file of the folder “editions” first.")
        }
        return edition
    }

    /// Returns true if an edition is a file of the operator's folder, and may be removed.
    public func canRemove(_ id: EditionID) -> Bool {
        folder != nil && !showsSingleEdition
            && files.contains { $0.id == id && !$0.isBundled && $0.diagnostics.isEmpty }
    }

    /// Removes the file of an edition from the operator's folder.
    /// - Throws: `.invalid` with a sentence if the edition has no file there, or the file cannot be removed.
    public func removeEdition(_ id: EditionID) throws(LibraryError) {
        guard let folder, canRemove(id),
            let file = files.first(where: { $0.id == id && !$0.isBundled && $0.diagnostics.isEmpty })
        else { throw .invalid(why: "This newspaper comes with Tidings or its start, and cannot be removed here.") }
        do { try FileManager.default.removeItem(at: folder.appending(path: file.name)) } catch {
            throw .invalid(
                why: "The file \(file.name) cannot be removed from the folder “editions”: \(error.localizedDescription)"
            )
        }
        reload()
    }

    /// Returns an ID made of a title that neither an edition nor a file has.
    private func freeID(for title: String) throws(LibraryError) -> String {
        let folded = title.folding(options: [.diacriticInsensitive, .widthInsensitive], locale: nil)
        let slug = String(EditionParser.slug(folded).prefix(34))
        let base = EditionParser.isSlug(slug) ? slug : "guide"
        let taken = Set(files.map(\.id.rawValue)).union(Self.reservedIDs)
        for candidate in [base] + (2...999).map({ "\(base)-\($0)" }) where !taken.contains(candidate) {
            return candidate
        }
        throw .invalid(why: "There are too many newspapers of this name. Choose another title.")
    }

    private static func packEditionText(
        _ id: String, _ title: String, _ identity: String, _ accent: (day: String, night: String), _ language: String
    ) -> String {
        """
        # A guide that is edited here: /\(id)/edit
        id: \(id)
        title: \(quoted(title))
        language: \(quoted(language))
        look:
          accent: { day: "\(accent.day)", night: "\(accent.night)" }
          headlines: rounded
          rows: tiles
        shell:
          front: tabs
          list: tabs
          story: actions
          tabs: [today, photographs, map, saved]
          drawer: false
        pack:
          identity: \(identity)
        options:
          words: { today: Home, saved: Favourites }

        """
    }

    /// Returns a text in double quotes, as YAML reads JSON's strings (YAML 1.2.2 §7.3.1).
    private static func quoted(_ text: String) -> String {
        // A string always has a JSON form.
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }
}
