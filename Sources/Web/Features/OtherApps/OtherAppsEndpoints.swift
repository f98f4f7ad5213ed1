import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let otherApps: Self = "settings/apps"
}

extension ReaderEndpoint {
    /// The page of the passwords of other apps.
    static let otherApps: [Self] = [
        // The page may show a secret, which no cache may keep.
        .response(.get, .otherApps) { routes, request, context in
            var response = try await routes.responder.respond(request, context) { scope in
                try await OtherAppsPage().page(for: scope)
            }
            response.headers[.cacheControl] = "no-store"
            return response
        }
    ]
}

extension ActionEndpoint {
    /// The actions that make and remove the passwords of other apps.
    static let otherApps: [Self] = [
        Self(.makeAppPassword, AppNameForm.self) { form, scope in
            let page = scope.path(.page(.otherApps))
            do throws(LibraryError) {
                let made = try await scope.library.appPasswords.create(named: form.name, for: scope.reader)
                scope.dependencies.appPasswords.store(made, of: scope.identity.session?.id, for: scope)
            } catch {
                guard case .invalid(let why) = error else { throw error }
                return .failed(why, go: page)
            }
            return .go(page)
        },
        Self(.removeAppPassword, AppPasswordForm.self) { form, scope in
            let passwords = scope.library.appPasswords
            let removed = try await passwords.all(for: scope.reader).first { $0.id == form.password }
            try await passwords.revoke(form.password, for: scope.reader)
            let session = scope.identity.session?.id
            if scope.dependencies.appPasswords.value(of: session, for: scope)?.password.id == form.password {
                scope.dependencies.appPasswords.removeValue(of: session, for: scope)
            }
            return .toast(Strings.appSignedOut(removed?.name ?? Strings.theApp), on: scope.path(.page(.otherApps)))
        },
        Self(.hideAppPassword, EmptyForm.self) { _, scope in
            scope.dependencies.appPasswords.removeValue(of: scope.identity.session?.id, for: scope)
            return .go(scope.path(.page(.otherApps)))
        },
    ]
}

struct AppNameForm: FormValue {
    let name: String

    static let faults = ["name": Strings.nameTheApp]
}

struct AppPasswordForm: FormValue {
    let password: AppPassword.ID

    static let faults = ["password": "No app was named."]
}
