import HTTPTypes
import Hummingbird
import Library
import News

extension PathPattern {
    static let notifications: Self = "settings/notifications", deliveryWay: Self = "settings/notifications/way"
    static let unsubscribe: Self = "unsubscribe/:token"
}

extension ReaderEndpoint {
    static let notifications: [Self] = [
        .page(.notifications) { scope in try await NotificationsPage().page(for: scope) },
        .page(.deliveryWay) { scope in try await DeliveryWayPage(query: scope.query).page(for: scope) },
    ]
}

extension PublicEndpoint {
    /// The page of the link that ends mails. Mail programs post to it by themselves (RFC 8058), without a session.
    static let unsubscribe: [Self] = [
        .response(.get, .unsubscribe, at: .app) { routes, _, context in
            try SignInHandler(dependencies: routes.dependencies).showUnsubscribe(context)
        },
        .response(.post, .unsubscribe, at: .app) { routes, _, context in
            try await SignInHandler(dependencies: routes.dependencies)
                .unsubscribe(by: context.parameters.get("token"), context)
        },
    ]
}

extension ActionEndpoint {
    /// The actions that set up, try and remove ways out.
    static let notifications: [Self] = [
        Self(.preparePush, EmptyForm.self) { _, scope in try await NotificationActions(scope: scope).preparePush() },
        Self(.subscribeDevice, PushSubscriptionForm.self) { form, scope in
            try await NotificationActions(scope: scope).subscribe(form.address)
        },
        Self(.saveWay, DeliveryWayForm.self) { form, scope in try await NotificationActions(scope: scope).save(form) },
        Self(.testWay, DeliveryWayIDForm.self) { form, scope in
            try await NotificationActions(scope: scope).test(form.way)
        },
        Self(.removeWay, DeliveryWayIDForm.self) { form, scope in
            try await NotificationActions(scope: scope).remove(form.way)
        },
    ]
}
