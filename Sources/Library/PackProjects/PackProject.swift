public import Foundation
public import Packs

/// A publication that is edited here.
public struct PackProject: Sendable, Hashable, Identifiable {
    /// The identifier of a project.
    public struct ID: RawRepresentable, Sendable, Hashable {
        /// The key of the row.
        public let rawValue: Int64
        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The identifier.
    public let id: ID
    /// The identity of the publication, the same in every version.
    public var identity: String
    /// The number of the last change.
    public var changeNumber: Int64
    /// The last publication from here; nil before the first.
    public var published: Publication?
    /// The time of a publication that waits; nil for none.
    public var publishDueAt: Date?
    /// The sentence about why the last publication failed; nil if it went well.
    public var publishFailure: String?
    /// True if other houses can follow its versions.
    public var isServed = false
    /// The pack file that each published version replaces; nil for none.
    public var file: PackFileTarget?
    /// True if a publication has begun and not ended, as after a crash.
    public var isPublishing: Bool { publishing != nil }
    /// The publication that has begun.
    var publishing: (version: PackVersion, changeNumber: Int64)? {
        publishingVersion.flatMap { version in publishingChangeNumber.map { (version, $0) } }
    }
    var publishingVersion: PackVersion?
    var publishingChangeNumber: Int64?

    /// A pack file that published versions replace.
    public struct PackFileTarget: Sendable, Hashable {
        /// The path of the file.
        public var path: String
        /// The SHA-256 of the file, in hexadecimal, when it was last read or written; nil if there was none.
        public var sha256: String?

        public init(path: String, sha256: String?) {
            self.path = path
            self.sha256 = sha256
        }
    }

    /// A version that was published from here.
    public struct Publication: Sendable, Hashable {
        /// The number that readers see.
        public var version: PackVersion
        /// The last change that the version has.
        public var changeNumber: Int64
        /// The time of the publication.
        public var date: Date
    }
}

/// Someone who edits: a session of the app, or a command.
public struct PackEditor: Sendable, Hashable {
    /// The text that tells editors apart.
    public var key: String
    /// The name that others see, such as that of the device.
    public var name: String

    public init(key: String, name: String) {
        self.key = key
        self.name = name
    }
}

/// A change that an editor saved.
public struct PackChange: Sendable, Hashable {
    /// The kind of a change, stored by these names.
    public enum Action: String, Sendable, Hashable, CaseIterable {
        case create, edit, add, move, remove, restore, undo
        /// A publication, which touches no item; its subject is the version.
        case publish
        /// The return of all items to the state of a publication, or of the beginning.
        case goBack = "go-back"
    }

    /// The number within the project, from 1.
    public var number: Int64
    /// The time of the change.
    public var date: Date
    /// The one who made it.
    public var editor: PackEditor
    /// The kind of the change.
    public var action: Action
    /// The title of the page, or the name of what else was changed.
    public var subject: String
    /// The number of the change that this one took back, or went back to.
    public var undoneNumber: Int64?
    /// True if it can be taken back: nothing that it touched was changed since.
    public var isUndoable = false
}

/// The present state of a project.
public struct PackProjectContents: Sendable {
    /// The project.
    public var project: PackProject
    /// All items, drafts among them.
    public var pack: EditablePack
    /// The number of the change that last touched each item.
    public var revisions: [PackItem.Key: Int64]
}

/// The result of saving.
public enum PackSaveResult: Sendable, Hashable {
    /// The change that was saved.
    case saved(PackChange)
    /// A change that was saved together with what another editor changed elsewhere in the item.
    case merged(PackChange, with: PackChange)
    /// Nothing differs from what was there.
    case unchanged
    /// Nothing was saved, as another editor changed the same fields; `theirs` is nil if that one removed the item.
    case conflict(PackChange, theirs: PackItem?)
}

/// An item as it was after a change.
public struct PackRevision: Sendable, Hashable {
    /// The change.
    public var change: PackChange
    /// The item; nil if the change removed it.
    public var item: PackItem?
}

/// A file of a publication that other houses follow.
public struct ServedPackFile: Sendable {
    /// The file in the data folder.
    public let file: URL
    /// The media type.
    public let type: String
    /// The text that changes with the contents.
    public let tag: String
}
