import Library
import Markup
import News

/// A feed's health in one sentence, with the one thing that can be done about it.
enum HealthView {
    static func write(_ visit: Visit, _ subscription: Subscription, into w: inout HTMLWriter) {
        w.raw("<div class=\"health\"><p>")
        w.text(Words.health(subscription.health, title: subscription.title, time: visit.time))
        w.raw("</p>")
        // Who asked us to wait is not asked even so.
        if [.failing, .gone].contains(subscription.health.state) {
            ActForm(visit, .retry, back: visit.here, fields: [("channel", String(subscription.id.rawValue))])
                .write(into: &w) { w in w.raw("<button class=\"quiet\">Try once anyway</button>") }
        }
        w.raw("</div>")
    }
}
