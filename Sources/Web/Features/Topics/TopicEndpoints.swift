extension PathPattern {
    static let topics: Self = "topics", places: Self = "topics/places", apiKey: Self = "topics/key",
        newMute: Self = "mute"
}

extension ReaderEndpoint {
    /// The topics and places of an edition, the key of its service, and the form of a mute.
    static let topics: [Self] = [
        .page(.topics) { scope in try await TopicsPage().page(for: scope) },
        .page(.places) { scope in try await PlacesPage().page(for: scope) },
        .page(.apiKey) { scope in try await APIKeyPage().page(for: scope) },
        .page(.newMute) { scope in try await MuteEditorPage().page(for: scope) },
    ]
}
