import Foundation
import Markup

/// Checks the rules that every pack must follow, whatever its source. Finds all faults, not only the first.
struct PackValidator {
    /// The subject of a fault, from which the builder of a folder finds the file and line.
    enum Subject: Hashable {
        case manifest(key: String)
        case page(String, key: String)
        case photograph(String, key: String)
        case baseMap
    }

    struct Finding {
        var subject: Subject
        var message: String
        /// The slug that a link of the page names and no page has; nil for other findings.
        var missingSlug: String?

        /// The fault with the subject as its place, for packs without a folder.
        var fault: PackIssue {
            switch subject {
            case .manifest: PackIssue(place: "manifest", message)
            case .page(let slug, _): PackIssue(place: "page \(slug)", message)
            case .photograph(let name, _): PackIssue(place: "photograph \(name)", message)
            case .baseMap: PackIssue(place: "base_map", message)
            }
        }
    }

    let pack: Pack
    let limits: PackLimits
    private(set) var faults: [Finding] = []
    /// Links and pictures in texts that lead to nothing in the pack.
    private(set) var unresolved: [Finding] = []

    init(_ pack: Pack, limits: PackLimits) {
        self.pack = pack
        self.limits = limits
        checkManifest()
        checkPages()
        checkTree()
        checkTexts()
        checkPhotographs()
        checkReferences()
        for problem in pack.baseMap?.problems(limits: limits) ?? [] { add(.baseMap, problem) }
    }

    private mutating func add(_ subject: Subject, _ message: String) {
        faults.append(Finding(subject: subject, message: message))
    }

    private mutating func checkManifest() {
        let manifest = pack.manifest
        if !PackNameRules.isSlug(manifest.identity) {
            add(.manifest(key: "identity"), "“identity” names the publication: \(PackNameRules.rule)")
        }
        if let problem = PackNameRules.problem(of: manifest.title, longest: 500) {
            add(.manifest(key: "title"), "The title \(problem)")
        }
        if manifest.languages.isEmpty || !manifest.languages.allSatisfy(PackNameRules.isLanguage) {
            add(.manifest(key: "languages"), "“languages” are tags such as en or cy-GB, at least one. Correct them.")
        }
        for (key, text) in [("licence", manifest.licence ?? ""), ("credits", manifest.credits.joined(separator: "\n"))]
        where text.utf8.count > 20_000 {
            add(.manifest(key: key), "“\(key)” is longer than 20,000 bytes. Shorten it.")
        }
    }

    private mutating func checkPages() {
        for page in pack.pages {
            func subject(_ key: String) -> Subject { .page(page.slug, key: key) }
            if !PackNameRules.isSlug(page.slug) { add(subject("slug"), "“slug” is wrong: \(PackNameRules.rule)") }
            if let problem = PackNameRules.problem(of: page.title, longest: 500) {
                add(subject("title"), "The title \(problem)")
            }
            if !(-1_000_000...1_000_000).contains(page.position) {
                add(subject("position"), "“position” is a whole number up to 1,000,000. Correct it.")
            }
            if let ground = page.ground, !(1...99).contains(ground) {
                add(subject("ground"), "“ground” is the number of a background, from 1 to 99. Correct it.")
            }
            if page.text.text.utf8.count > limits.textSize {
                add(subject("text"), "The text is longer than \(limits.textSize >> 10) kB. Make several pages of it.")
            }
        }
        for (one, next) in zip(pack.pages, pack.pages.dropFirst()) where one.slug == next.slug {
            add(
                .page(one.slug, key: "slug"),
                "Two pages have the slug “\(one.slug)”. Give one of them another with “slug:”.")
        }
        if pack.pages.count > limits.pages {
            add(.manifest(key: "title"), "There are more than \(limits.pages) pages. Make several packs of them.")
        }
    }

    private mutating func checkTree() {
        let tree = PackTree(pack.pages)
        if tree.roots.isEmpty {
            add(.manifest(key: "title"), "No page is the first: one page has no parent. Add it (index.md).")
        }
        for page in tree.roots.dropFirst() {
            let first = tree.roots[0].slug
            add(
                .page(page.slug, key: "parent"),
                "This page has no page above, as has “\(first)”. Only one page is the first: name a parent.")
        }
        let orphans = pack.pages.filter { page in page.parent.map { tree[$0] == nil } == true }
        let hanging = Set(tree.descendants(of: orphans).map(\.slug))
        var depths: [String: Int] = [:]
        for page in tree.inOrder { depths[page.slug] = (page.parent.flatMap { depths[$0] } ?? 0) + 1 }
        for page in pack.pages {
            let subject = Subject.page(page.slug, key: "parent")
            if let parent = page.parent, tree[parent] == nil {
                add(subject, "The page above, “\(parent)”, is not there. Name the slug of one that is.")
            } else if let depth = depths[page.slug] {
                if depth == limits.depth + 1 {
                    add(subject, "There are more than \(limits.depth) levels of pages. Move it up.")
                }
            } else if !hanging.contains(page.slug) {
                add(subject, "The pages above lead back to this page in a circle. Name another parent.")
            }
        }
    }

    private mutating func checkTexts() {
        let slugs = Set(pack.pages.map(\.slug))
        let media = Set(pack.media.map(\.id))
        for page in pack.pages {
            for address in PackText.insideAddresses(of: page.text) {
                let slug = PackAddress.slug(of: address)?.slug
                if let slug, slugs.contains(slug) { continue }
                if let id = PackAddress.mediumID(of: address), media.contains(id) { continue }
                let message =
                    if let slug {
                        "A link leads to the page “\(slug)”, which is not in the pack. Choose another page, or remove the link."
                    } else {
                        "“\(address.dropFirst(PackAddress.origin.count))” is not in the pack. Correct the address."
                    }
                unresolved.append(
                    Finding(subject: .page(page.slug, key: "text"), message: message, missingSlug: slug))
            }
        }
    }

    private mutating func checkPhotographs() {
        for photo in pack.photographs {
            if !PackNameRules.isPhotoName(photo.name) {
                add(
                    .photograph(photo.name, key: "name"),
                    "The name of a photograph is a file name of up to 200 bytes. Rename it.")
            }
            for (key, text) in [("caption", photo.caption), ("credit", photo.credit ?? "")]
            where text.utf8.count > 5_000 {
                add(.photograph(photo.name, key: key), "“\(key)” is longer than 5,000 bytes. Shorten it.")
            }
            if !(-1_000_000...1_000_000).contains(photo.position) {
                add(
                    .photograph(photo.name, key: "position"),
                    "“position” is a whole number up to 1,000,000. Correct it.")
            }
        }
        for (one, next) in zip(pack.photographs, pack.photographs.dropFirst()) where one.name == next.name {
            add(.photograph(one.name, key: "name"), "Two photographs are called “\(one.name)”. Rename one.")
        }
    }

    private mutating func checkReferences() {
        let slugs = Set(pack.pages.map(\.slug))
        let media = Set(pack.media.map(\.id))
        for page in pack.pages {
            for (slot, picture) in page.pictures.sorted(by: { $0.key.rawValue < $1.key.rawValue })
            where !media.isSuperset(of: picture.files.values) {
                add(.page(page.slug, key: slot.rawValue), "The \(slot.rawValue) is not in the pack. Add its file.")
            }
        }
        for photo in pack.photographs where !media.isSuperset(of: photo.picture.files.values) {
            add(.photograph(photo.name, key: "name"), "A file of the photograph is not in the pack. Add it.")
        }
        for place in pack.places {
            if !slugs.contains(place.page) { add(.page(place.page, key: "latitude"), "A place has no page. Add it.") }
            if !PackPlace.latitudes.contains(place.latitude) || !PackPlace.longitudes.contains(place.longitude) {
                add(
                    .page(place.page, key: "latitude"),
                    "“latitude” is from -90 to 90 degrees, “longitude” from -180 to 180. Correct them.")
            }
        }
        for favourite in pack.favourites where !slugs.contains(favourite.page) {
            add(.page(favourite.page, key: "favourite"), "A favourite has no page. Add it.")
        }
    }
}
