import Foundation
import Untrusted

/// Finds the pictures that image UIDs name. A UID is a path below `assets`, such as `2012/10/12/gate.jpg`.
///
/// The original app removes the extension of a page's UID, as `stringByDeletingPathExtension` does, appends the ending
/// of the rendition and `.jpg`, and reads that file. A photograph's UID has no extension there. Here both may have one,
/// and names may differ in case and Unicode normalisation. A file that was copied without its folders is found by its
/// name alone, if no other UID has that name.
struct CoreDataPictureFinder {
    enum Use { case page, photograph }

    enum Finding {
        case found(PackPicture, stem: String)
        /// A picture that was not found.
        /// - Parameter stem: nil if the UID is no path of the folder.
        case lost(CoreDataImportLosses.Reason, stem: String?)

        var stem: String? {
            switch self {
            case .found(_, let stem): stem
            case .lost(_, let stem): stem
            }
        }
    }

    private(set) var finder: PictureFinder
    /// The faults of files that could not be read.
    private(set) var faults: [PackIssue] = []
    /// The lower-case stems of all UIDs, by their last parts.
    private var stemsByName: [String: Set<String>] = [:]

    /// - Parameter uids: all image UIDs of the store.
    init(_ finder: PictureFinder, uids: [(uid: String, use: Use)]) {
        self.finder = finder
        for (uid, use) in uids {
            guard let stem = Self.stems(of: uid, use).first else { continue }
            stemsByName[PackFolderPath.name(of: stem).lowercased(), default: []].insert(stem.lowercased())
        }
    }

    /// Reads one file of the folder.
    mutating func medium(_ path: String) throws(PackIssue) -> PackMedium { try finder.medium(path) }

    mutating func find(_ uid: String, _ use: Use) -> Finding {
        let stems = Self.stems(of: uid, use)
        guard let first = stems.first else { return .lost(.outside, stem: nil) }
        let known = faults.count
        for stem in stems {
            let picture = finder.picture(stem, reporting: &faults)
            if !picture.files.isEmpty { return .found(picture, stem: stem) }
        }
        guard faults.count == known else { return .lost(.unreadable, stem: first) }
        let name = PackFolderPath.name(of: first)
        guard name != first else { return .lost(.noFile, stem: first) }
        let picture = finder.picture(name, reporting: &faults)
        guard !picture.files.isEmpty else { return .lost(.noFile, stem: first) }
        guard stemsByName[name.lowercased()]?.count == 1 else { return .lost(.sharedFile, stem: first) }
        return .found(picture, stem: first)
    }

    /// Returns the paths without extension that a UID may mean, the most likely one first; an empty list if they lead
    /// out of the folder.
    private static func stems(of uid: String, _ use: Use) -> [String] {
        let whole = uid.precomposedStringWithCanonicalMapping
        let short = NSString(string: whole).deletingPathExtension
        let stems = (use == .page ? [short, whole] : [whole, short]).compactMap { PackFolderPath.resolve($0, in: "") }
        // The extension of a photograph's UID counts as one only if it is a picture's.
        let hasExtension = PackMediaType.allFileExtensions.contains(PackFolderPath.fileExtension(of: whole))
        let ordered = use == .photograph && hasExtension ? stems.reversed() : stems
        return ordered.filter { !PackFolderPath.name(of: $0).isEmpty }
    }
}

/// Names for photographs, which are file names: the name of `2012/10/12/gate.jpg` is `2012_10_12_gate`. The same UID
/// has the same name in every version, unless another UID has it too.
struct CoreDataPhotoNames {
    private var counts: [String: Int] = [:]
    private var taken: Set<String> = []
    private var stemsByName: [String: Set<String>] = [:]

    private static let maxLength = 150

    /// - Parameter stems: the stems of all photographs.
    init(_ stems: [String]) {
        for stem in stems { stemsByName[Self.plain(stem), default: []].insert(stem) }
    }

    mutating func name(of stem: String) -> String {
        let plain = Self.plain(stem)
        let isAlone = stemsByName[plain]?.count == 1 || plain == stem
        let wish = isAlone ? plain : "\(plain)-\(Self.hash(stem))"
        var name = wish
        while !taken.insert(name).inserted {
            counts[wish, default: 1] += 1
            name = "\(wish)-\(counts[wish] ?? 0)"
        }
        return name
    }

    private static func plain(_ stem: String) -> String {
        var name = ""
        for scalar in stem.unicodeScalars where name.utf8.count < maxLength {
            let text = String(scalar)
            name += PackNameRules.isPhotoName("x" + text) ? text : "_"
        }
        if name.hasPrefix(".") { name = "_" + name }
        return name.utf8.count < maxLength ? name : "\(name)-\(hash(stem))"
    }

    private static func hash(_ stem: String) -> String { String(Hex.encode(FNV1a.hash(stem.utf8)).prefix(8)) }
}
