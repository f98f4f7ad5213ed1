import Foundation
import HTTPTypes
import HummingbirdCore
import Library

/// The actions on ways out. Each leads to the page of all ways, which shows their last results.
struct NotificationActions {
    let scope: RequestScope

    private var page: String { scope.path(.page(.notifications)) }
    private var service: DeliveryService { scope.library.deliveries }

    /// Returns the server's key for a browser, which is made when the first one asks.
    func preparePush() async throws(LibraryError) -> ActionOutcome {
        do throws(LibraryError) { return .pushKey(try await gateway().pushKey()) } catch {
            guard case .secretsUnusable(let why) = error else { throw error }
            throw .invalid(why: Strings.secretsUnusable(why))
        }
    }

    func subscribe(_ push: PushAddress) async throws(LibraryError) -> ActionOutcome {
        let session = scope.identity.session
        let name = session?.displayName ?? DeviceName.of(scope.request.headers[.userAgent])
        try await store(.push(push), named: name, session: session?.id, replacing: nil)
        return .toast(Strings.deviceSubscribed, on: page)
    }

    func save(_ form: DeliveryWayForm) async throws(LibraryError) -> ActionOutcome {
        var former: DeliveryAddress?
        if let way = form.way { former = try await service.address(of: way, for: scope.reader) }
        let address = try form.address(replacing: former)
        try await store(address, named: address.displayName, session: nil, replacing: form.way)
        return .toast(Strings.waySaved, on: page)
    }

    private func store(
        _ address: DeliveryAddress, named name: String, session: ReaderSession.ID?,
        replacing former: DeliveryWayRecord.ID?
    ) async throws(LibraryError) {
        if let rejection = try gateway().rejection(of: address) {
            throw .invalid(why: Strings.deliveryFailure(rejection, address.kind, scope.time))
        }
        do throws(LibraryError) {
            try await service.save(address, named: name, session: session, replacing: former, for: scope.reader)
        } catch {
            switch error {
            case .alreadyThere: throw .invalid(why: Strings.wayIsThere)
            case .secretsUnusable(let why): throw .invalid(why: Strings.secretsUnusable(why))
            default: throw error
            }
        }
    }

    /// Sends a test message now, and stores how it went.
    func test(_ way: DeliveryWayRecord.ID) async throws(LibraryError) -> ActionOutcome {
        let address: DeliveryAddress
        do throws(LibraryError) { address = try await service.address(of: way, for: scope.reader) } catch {
            throw error == .notThere ? .invalid(why: Strings.wayCannotBeOpened) : error
        }
        let message = OutgoingMessage(
            title: Strings.testTitle, text: Strings.testText, path: page, urgency: .high, createdAt: scope.now)
        let outcome = try await gateway().send(message, to: address)
        try await service.recordTest(outcome, of: way, for: scope.reader)
        let failure = outcome.failure.map { Strings.deliveryFailure($0, address.kind, scope.time) }
        return .toast(failure ?? Strings.testSent(address.kind), on: page)
    }

    func remove(_ way: DeliveryWayRecord.ID) async throws(LibraryError) -> ActionOutcome {
        do throws(LibraryError) { try await service.remove(way, for: scope.reader) } catch {
            // The way was already removed, by a second click or on another page.
            guard error == .notThere else { throw error }
        }
        return .toast(Strings.wayRemoved, on: page)
    }

    private func gateway() throws(LibraryError) -> any DeliveryGateway {
        guard let gateway = scope.dependencies.integrations.delivery else {
            throw .invalid(why: Strings.nothingIsSent)
        }
        return gateway
    }
}
