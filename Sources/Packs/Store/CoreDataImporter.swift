public import Foundation
import Markup
public import URLs
import Untrusted

/// Reads the original app's data, a Core Data store and its `assets` folder, as a pack. Contents that cannot be
/// imported are left out and noted.
public struct CoreDataImporter {
    /// The values that the store does not contain.
    public struct Options: Sendable {
        /// The identifier of the publication.
        public var identity = "study-in-yorkshire"
        /// The name of the publication.
        public var title = "Study in Yorkshire"
        /// The version of the publication.
        public var version: PackVersion
        /// The languages as BCP 47 tags, the main one first.
        public var languages = ["en-GB"]
        /// The base of permalinks.
        public var address = WebAddress("http://www.studyyorkshire.com/")
        /// The folder with the pictures; nil for `assets` beside the store.
        public var assets: URL?
        /// Returns the base map for the places of the pages; nil for none.
        public var baseMap: @Sendable ([PackPlace]) throws(PackError) -> PackBaseMap? = { _ in nil }

        public init(version: PackVersion) { self.version = version }
    }

    private let options: Options
    private let files: PackFolderFiles
    private let limits: PackLimits
    private var pictures: CoreDataPictureFinder
    private var losses = CoreDataImportLosses()
    private var notes: [PackIssue] = []
    private var slugs = CoreDataSlugs()

    /// Reads a store.
    /// - Throws: `.notThere`, `.notAPack`, `.damaged`, `.tooLarge`; `.faults`.
    public static func read(_ store: URL, options: Options, limits: PackLimits = PackLimits()) throws(PackError)
        -> PackDraft
    {
        let rows = try CoreDataStoreReader(store, limits: limits)
        let assets = options.assets ?? store.deletingLastPathComponent().appending(path: "assets")
        let files: PackFolderFiles
        do throws(PackError) { files = try PackFolderFiles(assets, ignoresCase: true) } catch {
            throw .notThere("There is no folder \(assets.path) with the pictures. Name it with --assets.")
        }
        var importer = CoreDataImporter(options, rows, files, limits)
        return try importer.run(rows)
    }

    private init(_ options: Options, _ store: CoreDataStoreReader, _ files: PackFolderFiles, _ limits: PackLimits) {
        self.options = options
        self.files = files
        self.limits = limits
        notes = files.faults
        let columns = Self.slots.map(\.column)
        pictures = CoreDataPictureFinder(
            PictureFinder(files, mediumSize: limits.mediumSize),
            uids: store.pages.flatMap { row in columns.compactMap(row.text).map { ($0, .page) } }
                + store.photographs.compactMap { $0.text("ZIMAGEUID").map { ($0, .photograph) } })
    }

    private mutating func run(_ store: CoreDataStoreReader) throws(PackError) -> PackDraft {
        slugs = CoreDataSlugs(store.pages, base: options.address)
        notes += slugs.notes
        var pages: [PackPage] = []
        var places: [PackPlace] = []
        var favourites: [PackFavourite] = []
        for row in store.pages {
            guard let key = row.int("Z_PK"), let slug = slugs[key] else { continue }
            pages.append(page(row, slug))
            if let place = Self.place(row, slug) { places.append(place) }
            if let favourite = favourite(row, slug) { favourites.append(favourite) }
        }
        let manifest = PackManifest(
            identity: options.identity, version: options.version, title: options.title, languages: options.languages,
            address: options.address)
        let pack = Pack(
            manifest: manifest, pages: pages, photographs: photographs(store.photographs), places: places,
            favourites: favourites, media: Array(pictures.finder.media.values),
            baseMap: places.isEmpty ? nil : try options.baseMap(places))
        let check = PackValidator(pack, limits: limits)
        guard check.faults.isEmpty else {
            throw .faults(check.faults.map(\.fault))
        }
        notes += pictures.faults + check.unresolved.map(\.fault)
        let media = PackFolderMedia(files: files, paths: pictures.finder.paths, mediumSize: limits.mediumSize)
        return PackDraft(pack: pack, media: media, notes: notes, losses: losses.lines)
    }

    // MARK: - Pages

    private static let slots: [(slot: PackPage.Slot, column: String, kind: CoreDataImportLosses.Kind)] = [
        (.picture, "ZIMAGEUID", .pagePicture), (.header, "ZHEADERIMAGEUID", .header),
    ]

    private mutating func page(_ row: CoreDataRow, _ slug: String) -> PackPage {
        var page = PackPage(
            slug: slug, parent: row.int("ZPARENT").flatMap { slugs[$0] }, title: CoreDataSlugs.title(row))
        page.position = row.int("ZPOSITION") ?? PackPage.lastPosition
        page.kind = row.text("ZVIEWNAME").flatMap { PackPage.Kind(rawValue: $0.lowercased()) } ?? .basic
        page.ground = row.int("ZBACKGROUNDNUMBER").flatMap { (1...99).contains($0) ? $0 : nil }
        page.colour = Self.colour(row)
        page.address = row.text("ZPERMALINK").flatMap { WebAddress($0, base: options.address) }
        for (slot, column, kind) in Self.slots {
            guard let uid = row.text(column) else { continue }
            let finding = pictures.find(uid, .page)
            record(finding, uid, kind, of: "page \(slug)")
            if case .found(let picture, _) = finding { page.pictures[slot] = picture }
        }
        if page.parent == nil {
            // The app shows these defaults for a root without colour or background.
            page.colour = page.colour ?? PackColour(red: 0x3D, green: 0xA1, blue: 0xA1)
            page.ground = page.ground ?? 1
        }
        page.text = text(row.text("ZTEXT") ?? "", slug)
        return page
    }

    private static func colour(_ row: CoreDataRow) -> PackColour? {
        let parts = ["ZCOLORR", "ZCOLORG", "ZCOLORB"].compactMap(row.double).map {
            UInt8(clamping: Int(saturating: ($0 * 255).rounded()))
        }
        return parts.count == 3 ? PackColour(red: parts[0], green: parts[1], blue: parts[2]) : nil
    }

    private static func place(_ row: CoreDataRow, _ slug: String) -> PackPlace? {
        guard let latitude = row.double("ZLATITUDE"), let longitude = row.double("ZLONGITUDE"),
            abs(latitude) <= 90, abs(longitude) <= 180, latitude != 0 || longitude != 0
        else { return nil }
        return PackPlace(
            page: slug, latitude: Int(saturating: (latitude * 1e6).rounded()),
            longitude: Int(saturating: (longitude * 1e6).rounded()))
    }

    /// Returns the favourite of a marked page. Core Data counts seconds from 2001-01-01 (UTC), which is also the date
    /// of a favourite without one.
    private mutating func favourite(_ row: CoreDataRow, _ slug: String) -> PackFavourite? {
        guard row.int("ZFAVOURITE").map({ $0 != 0 }) == true else { return nil }
        let seconds = Int(saturating: ((row.double("ZFAVOURITEDAT") ?? 0) + 978_307_200).rounded(.down))
        let isDate = PackFavourite.dates.contains(seconds)
        losses.count(.favourite, lost: isDate ? nil : .noDate)
        guard isDate else { return nil }
        return PackFavourite(page: slug, date: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }

    /// Sanitises a text. Pictures under `/media/` are read from `assets/media/`; links to the site's own pages lead
    /// into the pack.
    private mutating func text(_ html: String, _ slug: String) -> SafeHTML {
        // The spans were left behind by pasting and have no meaning.
        let unmarked = SpanTagRemover.removed(from: html).trimmingSpace
        let clean = HTMLSanitizer(base: options.address).sanitize(unmarked).html
        let linked = clean.mappingLinks { address in
            guard let target = WebAddress(address), let slug = slugs.slug(at: target) else { return nil }
            return PackAddress.page(slug) + (target.fragment.map { "#\($0)" } ?? "")
        }
        var missing: [String] = []
        let pictured = linked.mappingPictures { picture in
            var picture = picture
            picture.isLazy = false
            picture.srcset = nil
            guard let path = mediaPath(picture.src) else { return picture }
            var reason: CoreDataImportLosses.Reason?
            do throws(PackIssue) {
                picture.src = PackAddress.medium(try pictures.medium(path).id)
            } catch {
                missing.append(path)
                reason = files.spelling(of: path) == nil ? .noFile : .unreadable
            }
            losses.count(.textPicture, lost: reason)
            return picture
        }
        notes += missing.map { PackIssue(place: "page \(slug)", "The picture assets/\($0) in its text is missing.") }
        return PackText.clean(pictured.text)
    }

    private func mediaPath(_ address: String) -> String? {
        guard let parsed = WebAddress(address), parsed.host == options.address?.host,
            let path = PackFolderPath.resolve(parsed.path.removingPercentEncoding ?? parsed.path, in: ""),
            path.hasPrefix("media/")
        else { return nil }
        return path
    }

    // MARK: - Pictures

    private mutating func record(
        _ finding: CoreDataPictureFinder.Finding, _ uid: String, _ kind: CoreDataImportLosses.Kind, of what: String
    ) {
        guard case .lost(let reason, _) = finding else { return losses.count(kind, lost: nil) }
        losses.count(kind, lost: reason)
        notes.append(PackIssue(place: what, "Its picture “\(uid.prefix(100))” is lost: \(reason.words)."))
    }

    private mutating func photographs(_ rows: [CoreDataRow]) -> [PackPhoto] {
        // The rows are put in the order of the gallery.
        let ordered = rows.sorted { one, other in
            (one.int("ZPOSITION") ?? PackPage.lastPosition, one.text("ZCAPTION") ?? "", one.int("Z_PK") ?? 0)
                < (
                    other.int("ZPOSITION") ?? PackPage.lastPosition, other.text("ZCAPTION") ?? "",
                    other.int("Z_PK") ?? 0
                )
        }
        var found: [(row: CoreDataRow, stem: String, picture: PackPicture)] = []
        for row in ordered {
            guard let uid = row.text("ZIMAGEUID") else {
                losses.count(.photograph, lost: .noUID)
                notes.append(PackIssue(place: "photograph", "It has no image UID: left out."))
                continue
            }
            let finding = pictures.find(uid, .photograph)
            record(finding, uid, .photograph, of: "photograph \(uid.prefix(100))")
            // A photograph without a file is shown as a stand-in.
            guard let stem = finding.stem else { continue }
            if case .found(let picture, _) = finding {
                found.append((row, stem, picture))
            } else {
                found.append((row, stem, PackPicture()))
            }
        }
        var names = CoreDataPhotoNames(found.map(\.stem))
        return found.map { row, stem, picture in
            // The app shows two hyphens as a dash.
            let caption = (row.text("ZCAPTION") ?? "").replacing("--", with: "–")
            return PackPhoto(
                name: names.name(of: stem), position: row.int("ZPOSITION") ?? PackPage.lastPosition,
                caption: PrintableText.lines(caption).trimmingSpace, picture: picture)
        }
    }
}
