import Library
import Markup

/// The field of a feed's settings about its hub, with how the hub tells of new stories.
enum HubField {
    private static let options: [(choice: HubChoice, word: String)] = [
        (.automatic, Strings.hubAutomatic), (.always, Strings.hubAlways), (.never, Strings.hubNever),
    ]

    static func write(_ hub: HubSubscription, _ scope: RequestScope, into w: inout HTMLWriter) {
        let origin = scope.dependencies.settings.accessPolicy.publicOrigin
        let isReachable = origin?.hasPrefix("https://") == true
        w.element(.fieldset, class: "full-text-choice") { w in
            w.element(.legend, text: Strings.hubLegend)
            w.element(.div, class: "choices") { w in
                for offer in options {
                    let (value, isChecked) = (offer.choice.rawValue, offer.choice == hub.choice)
                    w.element(.label) { w in
                        w.void(.input, [.type("radio"), .name("hub"), .value(value), .checked(isChecked)])
                        w.element(.span, text: offer.word)
                    }
                }
            }
            w.element(.p, class: "hint", text: Strings.hubStatus(hub, isReachable: isReachable, time: scope.time))
        }
    }
}
