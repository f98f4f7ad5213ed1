import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let access: Self = "settings/access", accessPassword: Self = "settings/access/password"
    static let addPhone: Self = "settings/access/phone"
    /// The pages that the one of access replaced.
    static let devices: Self = "settings/devices", security: Self = "settings/security"
}

extension ReaderEndpoint {
    /// The page of the password, the devices and the connection, and the page of a link for a phone.
    static let access: [Self] =
        [
            .page(.access) { scope in try await AccessPage().page(for: scope) },
            // The page holds a secret, which no cache may keep.
            .response(.get, .addPhone) { routes, request, context in
                var response = try await routes.responder.respond(request, context) { scope in
                    try await AddPhonePage().page(for: scope)
                }
                response.headers[.cacheControl] = "no-store"
                return response
            },
            .response(.post, .accessPassword) { routes, request, context in
                try await PasswordHandler(responder: routes.responder).change(request, context)
            },
        ]
        + [PathPattern.devices, .security, .accessPassword].map { path in
            .response(.get, path) { routes, request, _ in
                let edition = routes.dependencies.edition(at: request.uri.path)
                return Response.redirect(to: Route.page(.access).path(in: edition.id), type: .found)
            }
        }
}

extension ActionEndpoint {
    /// The actions that rename and sign out devices, and make a link for another one.
    static let access: [Self] = [
        Self(.renameDevice, DeviceNameForm.self) { form, scope in
            try await scope.library.sessions.rename(form.session, to: form.name, for: scope.reader)
            return .toast(Strings.deviceRenamed(form.name), on: scope.path(.page(.access)))
        },
        Self(.endSession, SessionForm.self) { form, scope in
            let sessions = scope.library.sessions
            let ended = try await sessions.all(for: scope.reader).first { $0.id == form.session }
            try await sessions.end(form.session, for: scope.reader)
            let words = Strings.deviceSignedOut(ended?.displayName ?? Strings.aDevice)
            return .toast(words, on: scope.path(.page(.access)))
        },
        // A request by local access has no session; it ends all.
        Self(.endOtherSessions, EmptyForm.self) { _, scope in
            let count = try await scope.library.sessions.endAll(for: scope.reader, but: scope.identity.session?.id)
            return .toast(SignInStrings.devicesSignedOut(count), on: scope.path(.page(.access)))
        },
        Self(.makeSignInLink, EmptyForm.self) { _, scope in
            let page = scope.path(.page(.addPhone))
            guard try await AccessState(scope).hasDevices else {
                return .failed(Strings.passwordFirst, go: page)
            }
            try await ShownSignInLink.make(for: scope)
            return .go(page)
        },
    ]
}

struct SessionForm: FormValue {
    let session: ReaderSession.ID

    static let faults = ["session": "No device was named."]
}

struct DeviceNameForm: FormValue {
    let session: ReaderSession.ID
    let name: String

    static let faults = ["session": "No device was named.", "name": "Type a name for the device."]
}
