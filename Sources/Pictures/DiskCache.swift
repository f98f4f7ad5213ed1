import Foundation

/// An LRU disk cache of limited size.
///
/// Invariant: `totalSize` sums `files`, which holds every finished file.
actor DiskCache {
    private struct Entry {
        var size: Int
        var usedAt: Date
    }

    private let folder: URL
    private let limit: Int
    private let now: @Sendable () -> Date
    private var files: [String: Entry] = [:]
    private var totalSize = 0
    private var hasScannedFolder = false
    private var lastDraftNumber = 0

    init(folder: URL, limit: Int, now: @escaping @Sendable () -> Date) {
        self.folder = folder
        self.limit = limit
        self.now = now
    }

    var size: Int { totalSize }

    func contains(_ name: String) -> Bool {
        scanFolder()
        return files[name] != nil
    }

    /// Returns a file's bytes; nil if it is not cached.
    func read(_ name: String) -> [UInt8]? {
        scanFolder()
        guard let entry = files[name] else { return nil }
        guard let data = FileManager.default.contents(atPath: path(name)), data.count == entry.size else {
            remove(name)
            return nil
        }
        let moment = now()
        // The modification date keeps the order of use over restarts; hourly updates suffice.
        if abs(moment.timeIntervalSince(entry.usedAt)) > 3600 { touch(name, moment) }
        files[name]?.usedAt = moment
        return Array(data)
    }

    /// Stores a file atomically, also across a crash.
    func write(_ bytes: [UInt8], as name: String) throws(PictureError) {
        scanFolder()
        // One file must not evict all others.
        guard bytes.count <= limit / 4 else { return }
        evict(for: bytes.count, besides: name)
        lastDraftNumber += 1
        let draft = folder.appending(path: "draft-\(ProcessInfo.processInfo.processIdentifier)-\(lastDraftNumber)")
        do {
            try Data(bytes).write(to: draft)
            guard rename(draft.path, path(name)) == 0 else { throw CocoaError(.fileWriteUnknown) }
        } catch {
            // The next start removes leftover drafts.
            try? FileManager.default.removeItem(at: draft)
            throw .cacheFailed(why: "the folder \(folder.lastPathComponent) cannot be written")
        }
        totalSize += bytes.count - (files[name]?.size ?? 0)
        files[name] = Entry(size: bytes.count, usedAt: now())
        touch(name, now())
    }

    private func path(_ name: String) -> String { folder.appending(path: name).path }

    private func remove(_ name: String) {
        guard let entry = files.removeValue(forKey: name) else { return }
        totalSize -= entry.size
        removeFile(name)
    }

    private func evict(for size: Int, besides name: String) {
        guard totalSize + size > limit else { return }
        for (other, _) in files.sorted(by: { $0.value.usedAt < $1.value.usedAt }) where other != name {
            remove(other)
            // Evicting a little more than necessary saves sorting.
            if totalSize + size <= limit - limit / 16 { return }
        }
    }

    // MARK: Files

    private func scanFolder() {
        guard !hasScannedFolder else { return }
        hasScannedFolder = true
        let fileManager = FileManager.default
        do {
            try fileManager.createDirectory(at: folder, withIntermediateDirectories: true)
            let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
            for file in try fileManager.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys) {
                let name = file.lastPathComponent
                if name.hasPrefix("draft-") {
                    removeFile(name)
                    // A vanished file does not count.
                } else if let values = try? file.resourceValues(forKeys: Set(keys)), let size = values.fileSize {
                    files[name] = Entry(size: size, usedAt: values.contentModificationDate ?? .distantPast)
                    totalSize += size
                }
            }
        } catch {
            // The first write reports the error.
        }
        evict(for: 0, besides: "")
    }

    private func touch(_ name: String, _ moment: Date) {
        // The date affects only the order after a restart.
        try? FileManager.default.setAttributes([.modificationDate: moment], ofItemAtPath: path(name))
    }

    private func removeFile(_ name: String) {
        // The file may be gone already.
        try? FileManager.default.removeItem(atPath: path(name))
    }
}
