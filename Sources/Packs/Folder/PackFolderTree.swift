/// The tree of a folder's pages. The page above another is given by `parent:`, else by the folder.
struct PackFolderTree {
    /// The slugs in the order of the files; of two pages with one slug, only the first counts.
    private(set) var slugs: [String] = []
    private(set) var filesBySlug: [String: PackPageFile] = [:]
    private(set) var parents: [String: String] = [:]
    private(set) var faults: [PackIssue] = []
    private(set) var notes: [PackIssue] = []
    private var slugsByPath: [String: String] = [:]
    private var folderPages: [String: String] = [:]

    init(_ files: [PackPageFile]) {
        for file in files { add(file) }
        for slug in slugs { findParent(of: slug) }
    }

    private mutating func add(_ file: PackPageFile) {
        var file = file
        let slug = file.keys.text("slug") ?? file.defaultSlug
        if let first = filesBySlug[slug] {
            file.keys.fault("slug", "“\(first.path)” has the slug “\(slug)” too. Give this page another with “slug:”.")
            faults += file.keys.faults
            return
        }
        let folder = PackFolderPath.folder(of: file.path)
        if file.isIndex, let other = folderPages[folder] {
            let path = filesBySlug[other]?.path ?? ""
            file.keys.fault("slug", "“\(path)” is this folder's page already. Rename or remove one of them.")
        }
        slugs.append(slug)
        filesBySlug[slug] = file
        slugsByPath[file.path] = slug
        if file.isIndex { folderPages[folder] = folderPages[folder] ?? slug }
    }

    private mutating func findParent(of slug: String) {
        guard var file = filesBySlug[slug] else { return }
        if let parent = file.keys.text("parent") {
            parents[slug] = parent
            return
        }
        var folder = PackFolderPath.folder(of: file.path)
        if file.isIndex {
            guard !folder.isEmpty else { return }
            folder = PackFolderPath.folder(of: folder)
        }
        while folderPages[folder] == nil, !folder.isEmpty { folder = PackFolderPath.folder(of: folder) }
        if let parent = folderPages[folder], parent != slug { parents[slug] = parent }
    }

    /// Removes pages with `draft: true`, and the pages below them.
    mutating func leaveOutDrafts() {
        var drafts: Set<String> = []
        for slug in slugs {
            guard var file = filesBySlug[slug] else { continue }
            if file.keys.flag("draft") { drafts.insert(slug) }
            filesBySlug[slug] = file
        }
        guard !drafts.isEmpty else { return }
        let children = Dictionary(grouping: slugs.filter { parents[$0] != nil }) { parents[$0] ?? "" }
        var waiting = Array(drafts)
        while let slug = waiting.popLast() {
            for child in children[slug] ?? [] where drafts.insert(child).inserted { waiting.append(child) }
        }
        for slug in slugs where drafts.contains(slug) {
            guard let file = filesBySlug.removeValue(forKey: slug) else { continue }
            notes.append(PackIssue(place: file.path, "A draft, or below one: left out."))
            slugsByPath[file.path] = nil
            parents[slug] = nil
        }
        slugs.removeAll { drafts.contains($0) }
    }

    /// Returns the page that a path leads to: by its file with or without extension, its folder, or its slug.
    func slug(at path: String) -> String? {
        if let slug = slugsByPath[path] { return slug }
        for name in PackPageFile.fileExtensions {
            if let slug = slugsByPath["\(path).\(name)"] ?? slugsByPath[PackFolderPath.join(path, "index.\(name)")] {
                return slug
            }
        }
        let name = PackFolderPath.name(of: path)
        return filesBySlug[name] == nil ? nil : name
    }
}
