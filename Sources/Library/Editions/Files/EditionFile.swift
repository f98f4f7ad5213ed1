public import News

/// One edition's file, as it was found.
public struct EditionFile: Sendable, Identifiable {
    /// What came of reading it.
    public enum Reading: Sendable {
        case usable(Edition)
        /// It is well written, but asks for kinds of source that this build cannot read.
        case notInThisBuild(Edition, missing: [SourceKind])
        /// It cannot be used; the complaints, at least one, in the order of the lines.
        case broken([EditionComplaint])
    }

    /// `harbour.yaml`, without its folder.
    public var name: String
    /// Whether it came with Tidings, and not from the operator's folder.
    public var isShipped: Bool
    public var reading: Reading
    /// The edition's, as far as it could be read; else made from the file's name.
    public var id: EditionID

    public init(name: String, isShipped: Bool, reading: Reading, id: EditionID) {
        self.name = name
        self.isShipped = isShipped
        self.reading = reading
        self.id = id
    }

    /// What it is called: the edition's title, else the file's name.
    public var title: String {
        switch reading {
        case .usable(let edition), .notInThisBuild(let edition, _): edition.title
        case .broken: name
        }
    }

    public var complaints: [EditionComplaint] { if case .broken(let complaints) = reading { complaints } else { [] } }
}
