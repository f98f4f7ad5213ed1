import Library

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

extension ActionEndpoint {
    /// The actions on topics, on the key of their service, and on mutes.
    static let topics: [Self] = [
        Self(.followTopic, TopicForm.self) { form, scope in try await TopicActions(scope: scope).follow(form) },
        Self(.unfollowTopic, FollowedTopicForm.self) { form, scope in
            try await TopicActions(scope: scope).unfollow(form)
        },
        Self(.moveTopic, FollowedTopicForm.self) { form, scope in try await TopicActions(scope: scope).move(form) },
        Self(.refreshPublishers, EmptyForm.self) { _, scope in
            try await TopicActions(scope: scope).refreshPublishers()
        },
        Self(.locatePlace, LocatePlaceForm.self) { form, scope in try LocatePlaceAction(scope: scope).perform(form) },
        Self(.setAPIKey, APIKeyForm.self) { form, scope in try await APIKeyActions(scope: scope, form: form).set() }
            .requiring(.owner),
        Self(.tryAPIKey, APIKeyForm.self) { form, scope in
            try await APIKeyActions(scope: scope, form: form).tryStored()
        }.requiring(.owner),
        Self(.removeAPIKey, APIKeyForm.self) { form, scope in
            try await APIKeyActions(scope: scope, form: form).remove()
        }.requiring(.owner),
        Self(.mute, MuteFields.self) { form, scope in try await MuteActions(scope: scope).mute(form) },
        Self(.unmute, UnmuteForm.self) { form, scope in try await MuteActions(scope: scope).unmute(form) },
    ]
}
