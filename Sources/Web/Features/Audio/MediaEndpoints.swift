import HTTPTypes
import Hummingbird

extension PathPattern {
    static let picture: Self = "picture/:id/:width/:mac", pictureSheet: Self = "pictures/:ids/:mac"
    static let audio: Self = "audio/:story/:part/:mac"
}

extension ReaderEndpoint {
    /// Pictures and recordings of stories, by signed paths.
    static let media: [Self] = [
        .response(.get, .picture, at: .app, kind: .media) { routes, request, context in
            await PictureHandler(dependencies: routes.dependencies).response(request, context)
        },
        .response(.get, .pictureSheet, at: .app, kind: .media) { routes, request, context in
            await PictureHandler(dependencies: routes.dependencies).sheet(request, context)
        },
        .response(.get, .audio, at: .app, kind: .media) { routes, request, context in
            try await AudioHandler(dependencies: routes.dependencies).response(request, context)
        },
    ]
}
