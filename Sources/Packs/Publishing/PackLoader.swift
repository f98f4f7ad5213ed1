public import Foundation

/// Opens any form of a pack: a pack file, a folder with `pack.yaml`, a published folder, or the original app's store.
public enum PackLoader {
    /// Opens a pack, whose form is recognised by its contents.
    /// - Parameter options: the version, title and so on for the original app's store, which does not contain them.
    /// - Throws: `.notThere`, `.notAPack` and the errors of reading and building.
    public static func open(
        _ path: URL, store options: CoreDataImporter.Options, limits: PackLimits = PackLimits()
    ) throws(PackError) -> PackDraft {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path.path, isDirectory: &isFolder) else {
            throw .notThere("There is no file or folder \(path.path). Name a pack, or a folder.")
        }
        guard isFolder.boolValue else {
            if isOtherDatabase(path) { return try CoreDataImporter.read(path, options: options, limits: limits) }
            return draft(try PackReader(file: path, limits: limits, media: PackReader.mediaFolder(beside: path)))
        }
        if exists(PackBuilder.manifestName, in: path) { return try PackBuilder.build(path, limits: limits) }
        guard exists(PackIndex.fileName, in: path) else {
            throw .notThere(
                "\(path.path) has neither pack.yaml nor pack.json. Name the folder that has one of them, or a pack file."
            )
        }
        return draft(try published(path, limits))
    }

    private static func draft(_ reader: PackReader) -> PackDraft {
        PackDraft(pack: reader.pack, media: reader, notes: reader.notes)
    }

    private static func published(_ folder: URL, _ limits: PackLimits) throws(PackError) -> PackReader {
        let list = folder.appending(path: PackIndex.fileName)
        let json: Data
        do {
            let handle = try FileHandle(forReadingFrom: list)
            json = try handle.read(upToCount: PackIndex.maxSize + 1) ?? Data()
            try handle.close()
        } catch { throw .notThere("\(list.path) cannot be read. Check its permissions.") }
        let index = try PackIndex(json: json, limits: limits)
        let file = folder.appending(path: index.name)
        guard try PackFile.sha256(of: file) == index.sha256 else { throw .wrongHash(part: index.name) }
        return try PackReader(file: file, limits: limits, media: folder.appending(path: index.media))
    }

    private static func exists(_ name: String, in folder: URL) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    /// Returns true for an SQLite file without a pack's application ID (https://www.sqlite.org/fileformat.html §1.3).
    private static func isOtherDatabase(_ file: URL) -> Bool {
        guard let handle = FileHandle(forReadingAtPath: file.path) else { return false }
        defer { handle.closeFile() }
        // A file that cannot be read counts as a pack, so that the reader of packs reports the error.
        guard let header = try? handle.read(upToCount: 100), header.count == 100, header.starts(with: PackFile.start)
        else { return false }
        return header.dropFirst(68).prefix(4).reduce(0) { $0 << 8 | Int($1) } != PackTable.applicationID
    }
}
