import Foundation

/// The files of a pack's folder. Links are refused, so that no files from outside are read; hidden files are left out.
struct PackFolderFiles {
    /// The paths relative to the folder, in order.
    private(set) var paths: [String] = []
    private(set) var faults: [PackIssue] = []
    private let folder: URL
    private var known: Set<String> = []
    /// The paths by lower-case path; nil if case matters.
    private var folded: [String: String]?

    private static let maxFiles = 500_000
    private static let maxDepth = 20

    /// - Parameter ignoresCase: true to find files also by names in another case.
    init(_ folder: URL, ignoresCase: Bool = false) throws(PackError) {
        self.folder = folder
        var status = stat()
        guard stat(folder.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .notThere("There is no folder \(folder.path). Name the folder that holds pack.yaml.")
        }
        do { try collect("", depth: 1) } catch {
            throw .notThere("\(folder.path) cannot be read: \(error.localizedDescription)")
        }
        guard paths.count <= Self.maxFiles else {
            throw .tooLarge("\(folder.path) has more than \(Self.maxFiles) files")
        }
        known = Set(paths)
        if ignoresCase {
            folded = Dictionary(paths.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    private mutating func collect(_ path: String, depth: Int) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
        for name in names.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) where !name.hasPrefix(".") {
            let own = path.isEmpty ? name : "\(path)/\(name)"
            var status = stat()
            guard lstat(folder.appending(path: own).path, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFREG: paths.append(own)
            case S_IFDIR where depth >= Self.maxDepth:
                faults.append(PackIssue(place: own, "Folders are more than \(Self.maxDepth) deep. Move it up."))
            case S_IFDIR: if paths.count <= Self.maxFiles { try collect(own, depth: depth + 1) }
            case S_IFLNK:
                faults.append(PackIssue(place: own, "This is a link, which is not followed. Put the file itself here."))
            default: faults.append(PackIssue(place: own, "This is no file. Take it out of the folder."))
            }
        }
    }

    func contains(_ path: String) -> Bool { known.contains(path) }

    /// Returns the path as the disk spells it, which may differ in Unicode normalisation; nil if there is no such file.
    func spelling(of path: String) -> String? {
        known.firstIndex(of: path).map { known[$0] } ?? folded?[path.lowercased()]
    }

    func url(_ path: String) -> URL { folder.appending(path: path) }

    /// Returns the bytes of a file.
    /// - Throws: an issue if the file is missing or larger than `limit`.
    func bytes(_ path: String, limit: Int) throws(PackIssue) -> Data {
        do {
            let handle = try FileHandle(forReadingFrom: url(spelling(of: path) ?? path))
            defer { try? handle.close() }  // The file was only read.
            let data = try handle.read(upToCount: limit + 1) ?? Data()
            guard data.count <= limit else {
                throw PackIssue(place: path, "The file is larger than \(max(1, limit >> 10)) kB. Make it smaller.")
            }
            return data
        } catch let fault as PackIssue { throw fault } catch {
            throw PackIssue(place: path, "The file cannot be read. Check its permissions.")
        }
    }

    /// Returns the text of a file.
    /// - Throws: the issues of `bytes`, and one if the file is not UTF-8.
    func text(_ path: String, limit: Int) throws(PackIssue) -> String {
        guard let text = String(validating: try bytes(path, limit: limit), as: UTF8.self) else {
            throw PackIssue(place: path, line: 1, "The file is not written in UTF-8. Save it as UTF-8.")
        }
        return text
    }
}

/// Operations on paths inside a folder, joined by `/`.
enum PackFolderPath {
    static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns the name of a file without the extension.
    static func stem(of path: String) -> String {
        let name = name(of: path)
        return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    }

    /// Returns the extension in lower case, without the dot.
    static func fileExtension(of path: String) -> String {
        let name = name(of: path)
        return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
    }

    static func join(_ folder: String, _ name: String) -> String { folder.isEmpty ? name : "\(folder)/\(name)" }

    /// Resolves `.` and `..`; a leading `/` means the pack's folder.
    /// - Returns: nil if the path leads out of the pack's folder.
    static func resolve(_ path: String, in folder: String) -> String? {
        var parts: [Substring] = path.hasPrefix("/") ? [] : folder.split(separator: "/")
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(part)
            }
        }
        return parts.joined(separator: "/")
    }
}
