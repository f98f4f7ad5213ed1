import Foundation

/// Finds pictures in a folder, with their renditions, and hashes each file once.
struct PictureFinder {
    private let files: PackFolderFiles
    private let mediumSize: Int
    private var known: [String: PackMedium] = [:]
    /// The path of the file with each medium's bytes.
    private(set) var paths: [PackMediumID: String] = [:]
    private(set) var media: [PackMediumID: PackMedium] = [:]

    init(_ files: PackFolderFiles, mediumSize: Int) {
        self.files = files
        self.mediumSize = mediumSize
    }

    /// Reads one file.
    mutating func medium(_ path: String) throws(PackIssue) -> PackMedium {
        let path = files.spelling(of: path) ?? path
        if let medium = known[path] { return medium }
        let data = try files.bytes(path, limit: mediumSize)
        guard let type = PackMediaType(of: data) else {
            throw PackIssue(place: path, "This is no picture that packs can hold: JPEG, PNG, GIF or WebP. Convert it.")
        }
        let medium = PackMedium(id: PackMediumID(of: data), type: type, size: data.count)
        known[path] = medium
        paths[medium.id] = paths[medium.id] ?? path
        media[medium.id] = medium
        return medium
    }

    /// Returns the renditions beside `stem`, a path without suffix and extension.
    /// - Throws: the first fault of a file.
    mutating func picture(_ stem: String) throws(PackIssue) -> PackPicture {
        var faults: [PackIssue] = []
        let picture = picture(stem, reporting: &faults)
        if let fault = faults.first { throw fault }
        return picture
    }

    /// Returns the renditions beside `stem`, without the files that are no pictures or cannot be read, whose faults are
    /// appended.
    mutating func picture(_ stem: String, reporting faults: inout [PackIssue]) -> PackPicture {
        var picture = PackPicture()
        for rendition in PackRendition.allCases {
            let candidates = rendition.suffixes.flatMap { suffix in
                PackMediaType.allFileExtensions.flatMap {
                    [stem + suffix + "." + $0, stem + suffix + "." + $0.uppercased()]
                }
            }
            guard let path = candidates.first(where: { files.spelling(of: $0) != nil }) else { continue }
            do throws(PackIssue) { picture.files[rendition] = try medium(path).id } catch { faults.append(error) }
        }
        return picture
    }

    /// Returns the stem of a picture that was named with or without extension.
    static func stem(_ path: String) -> String {
        guard PackMediaType.allFileExtensions.contains(PackFolderPath.fileExtension(of: path)) else { return path }
        return PackFolderPath.join(PackFolderPath.folder(of: path), PackFolderPath.stem(of: path))
    }

    /// Returns the stems of all pictures in a folder, in order. `x-thumb.jpg` belongs to `x.jpg` only if that exists.
    static func stems(in folder: String, of files: PackFolderFiles) -> [String] {
        let all = files.paths.filter {
            PackFolderPath.folder(of: $0) == folder
                && PackMediaType.allFileExtensions.contains(PackFolderPath.fileExtension(of: $0))
        }.map(stem)
        let there = Set(all)
        var stems: [String] = []
        for stem in all {
            let suffixes = PackRendition.allCases.flatMap(\.suffixes).sorted { $0.count > $1.count }
            let suffix = suffixes.first { !$0.isEmpty && stem.hasSuffix($0) } ?? ""
            let base = String(stem.dropLast(suffix.count))
            let belongs = suffix != "-thumb" || there.contains(base)
            stems.append(belongs && PackFolderPath.name(of: base) != "" ? base : stem)
        }
        return Set(stems).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

/// A source of the bytes of pictures in a folder.
struct PackFolderMedia: PackMediaSource {
    let files: PackFolderFiles
    let paths: [PackMediumID: String]
    let mediumSize: Int

    func bytes(of id: PackMediumID) throws(PackError) -> Data {
        guard let path = paths[id] else { throw .notThere("The picture \(id) is not in the folder. Build again.") }
        do throws(PackIssue) { return try files.bytes(path, limit: mediumSize) } catch { throw .faults([error]) }
    }
}
