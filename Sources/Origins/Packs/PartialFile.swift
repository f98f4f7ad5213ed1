import Fetching
import Foundation

/// A file that arrives in pieces, over several requests and restarts of the process. The address and validators are
/// stored beside the file, so that pieces of different versions are not combined.
actor PartialFile {
    /// The reason why a response was refused.
    enum Refusal: Error, Equatable {
        /// The bytes do not continue the file.
        case changed
        /// The file begins like no expected format.
        case foreign
        case tooLarge
        case disk(String)
    }

    /// The address and validators of the bytes on disk.
    private struct Note: Codable, Equatable {
        var address: String
        var validators: HTTPValidators
    }

    private let file: URL
    private let address: String
    private let limit: Int
    /// Returns the size limit by the beginning of the file; nil for an unexpected format. Called with the first bytes.
    private let limitByStart: (@Sendable ([UInt8]) -> Int?)?
    private var handle: FileHandle?
    private var note: Note?
    private var length = 0
    private var expectedLength: Int?
    private var isStartChecked = false
    /// The size limit by the beginning of the file.
    private var allowed = Int.max
    private(set) var refusal: Refusal?

    private var noteFile: URL { file.appendingPathExtension("json") }

    /// - Parameter limit: the maximum size in bytes.
    init(_ file: URL, from address: String, limit: Int, limitByStart: (@Sendable ([UInt8]) -> Int?)? = nil) {
        self.file = file
        self.address = address
        self.limit = limit
        self.limitByStart = limitByStart
    }

    // MARK: - Resuming

    /// Returns the offset to continue from and the value of `If-Range`; nil to start from the beginning (RFC 9110
    /// §13.1.5).
    func resumePoint() -> (offset: Int, validator: String)? {
        refusal = nil
        guard let note = storedNote(), note.address == address, let validator = Self.validator(of: note.validators)
        else {
            return nil
        }
        var status = stat()
        guard lstat(file.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
            status.st_size <= limit
        else { return nil }
        self.note = note
        length = Int(status.st_size)
        return (length, validator)
    }

    /// Returns the validator for `If-Range`; a weak tag does not ensure identical bytes.
    private static func validator(of validators: HTTPValidators) -> String? {
        if let tag = validators.entityTag, !tag.hasPrefix("W/") { return tag }
        return validators.lastModified
    }

    private func storedNote() -> Note? {
        guard let data = FileManager.default.contents(atPath: noteFile.path), data.count < 65_536 else { return nil }
        // Everything is fetched again if the note cannot be read.
        return try? JSONDecoder().decode(Note.self, from: data)
    }

    func discard() {
        close()
        unlink(file.path)
        unlink(noteFile.path)
        (note, length, expectedLength, isStartChecked) = (nil, 0, nil, false)
    }

    // MARK: - A response

    func begin(_ head: BodyHead) throws(Refusal) {
        do throws(Refusal) {
            if head.status == 206 { try goOn(head) } else { try beginAnew(head) }
        } catch {
            refusal = error
            throw error
        }
    }

    private func goOn(_ head: BodyHead) throws(Refusal) {
        var status = stat()
        guard let note, let part = head.part, lstat(file.path, &status) == 0, part.first <= status.st_size,
            Self.agree(note.validators, head.validators)
        else { throw .changed }
        guard part.length <= limit else { throw .tooLarge }
        try open(at: Int(part.first))
        expectedLength = Int(part.length)
    }

    /// Returns true unless a validator that both have differs.
    private static func agree(_ one: HTTPValidators, _ other: HTTPValidators) -> Bool {
        func same(_ one: String?, _ other: String?) -> Bool { one == nil || other == nil || one == other }
        return same(one.entityTag, other.entityTag) && same(one.lastModified, other.lastModified)
    }

    private func beginAnew(_ head: BodyHead) throws(Refusal) {
        discard()
        let note = Note(address: address, validators: head.validators)
        do { try JSONEncoder().encode(note).write(to: noteFile, options: .atomic) } catch {
            throw .disk(error.localizedDescription)
        }
        self.note = note
        try open(at: 0)
    }

    private func open(at offset: Int) throws(Refusal) {
        close()
        let descriptor = Glibc.open(file.path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .disk(String(cString: strerror(errno))) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.truncate(atOffset: UInt64(clamping: offset))
            try handle.seekToEnd()
        } catch { throw .disk(error.localizedDescription) }
        (self.handle, length, isStartChecked, allowed) = (handle, offset, false, Int.max)
    }

    func receive(_ bytes: [UInt8]) throws(Refusal) {
        do throws(Refusal) { try append(bytes) } catch {
            refusal = error
            throw error
        }
    }

    private func append(_ bytes: [UInt8]) throws(Refusal) {
        guard length + bytes.count <= limit else { throw .tooLarge }
        do { try handle?.write(contentsOf: bytes) } catch { throw .disk(error.localizedDescription) }
        length += bytes.count
        if let limitByStart, !isStartChecked {
            guard let limit = limitByStart(start()) else { throw .foreign }
            allowed = limit
            isStartChecked = length >= Self.startLength
        }
        guard length <= allowed else { throw .tooLarge }
    }

    private static let startLength = 64

    private func start() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.startLength)
        guard let descriptor = handle?.fileDescriptor else { return [] }
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Closes the file; the next request fetches any missing rest.
    /// - Returns: true if the file is complete as far as known.
    func finish() throws(Refusal) -> Bool {
        do { try handle?.synchronize() } catch { throw .disk(error.localizedDescription) }
        close()
        return expectedLength.map { length >= $0 } ?? true
    }

    private func close() {
        // The descriptor is closed together with the handle in any case.
        try? handle?.close()
        handle = nil
    }
}
