public import Library
public import News

/// The parts that the interfaces need besides the Library, given by the program because SyncAPI cannot import their
/// modules.
public struct SyncIntegrations: Sendable {
    /// The search for feeds at an address.
    public var discovery: any ChannelDiscovery
    /// Reads an OPML file; throws `LibraryError.invalid` with a sentence for the reader.
    public var readOPML: @Sendable ([UInt8]) throws(LibraryError) -> [ImportedFeed]
    /// Writes folders as OPML.
    public var writeOPML: @Sendable ([Folder]) -> [UInt8]
    /// Returns the file of a feed's icon; nil if it cannot be had.
    public var icon: @Sendable (PictureID) async -> SyncIcon?

    public init(
        discovery: any ChannelDiscovery, readOPML: @escaping @Sendable ([UInt8]) throws(LibraryError) -> [ImportedFeed],
        writeOPML: @escaping @Sendable ([Folder]) -> [UInt8],
        icon: @escaping @Sendable (PictureID) async -> SyncIcon?
    ) {
        self.discovery = discovery
        self.readOPML = readOPML
        self.writeOPML = writeOPML
        self.icon = icon
    }
}

/// The file of an icon.
public struct SyncIcon: Sendable {
    /// The media type, such as `image/png`.
    public var type: String
    /// The bytes of the file.
    public var bytes: [UInt8]

    public init(type: String, bytes: [UInt8]) {
        self.type = type
        self.bytes = bytes
    }
}

/// A program that sends a request.
public struct SyncClient: Sendable {
    /// The program's address, for the limits of sign-ins.
    public var login: LoginClient
    /// Called once the program has shown a valid secret.
    public var onAuthorized: @Sendable () -> Void
    /// Called with the error of a wrong secret.
    public var onRejected: @Sendable (SignInError) -> Void

    public init(
        login: LoginClient, onAuthorized: @escaping @Sendable () -> Void = {},
        onRejected: @escaping @Sendable (SignInError) -> Void = { _ in }
    ) {
        self.login = login
        self.onAuthorized = onAuthorized
        self.onRejected = onRejected
    }
}
