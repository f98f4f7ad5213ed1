import Library
import Markup
import News
import Untrusted

/// A view of a one-time link: its code for cameras, the link itself, and the other addresses of this server.
struct LinkCodeView {
    let scope: RequestScope
    /// The page that shows the code, which the other addresses lead to again.
    let page: Route
    /// The path of the link, without a leading slash.
    let path: String
    /// At least one; `address` in the query chooses another than the first.
    let origins: [String]
    let label: String
    let words: String
    let limits: String
    /// True to show the link at once, as it is to be sent on.
    var showsLink = false

    func write(into w: inout HTMLWriter) {
        let chosen = scope.query.number("address")?.int(in: 0...100) ?? 0
        let origin = origins.indices.contains(chosen) ? origins[chosen] : origins.first ?? scope.client.origin
        let address = "\(origin)/\(path)"
        w.element(.div, class: "code-and-words") { w in
            // A code of a link this short can always be made.
            if let code = try? QRCode(address) { QRCodeView.write(code, label: label, into: &w) }
            w.element(.div) { w in
                w.element(.p, class: "code-words", text: words)
                writeNote(limits, &w)
                writeNote(Strings.codeLeads(to: origin), &w)
                writeOtherOrigins(chosen: origin, &w)
                if origin.hasPrefix("http:") { writeNote(Strings.phoneWithoutCertificate, &w) }
            }
        }
        w.element(.details, class: "sign-in-address", [.attribute("open", showsLink ? "" : nil)]) { w in
            w.element(.summary, class: "quiet", text: Strings.showLink)
            w.element(.p, class: "note command copied-value") { w in
                w.element(.code, text: address)
                CopyButton(value: address, name: Strings.theLink).write(into: &w)
            }
        }
    }

    private func writeOtherOrigins(chosen: String, _ w: inout HTMLWriter) {
        guard origins.count > 1 else { return }
        w.element(.p, class: "note", text: Strings.otherAddresses)
        w.element(.ul, class: "other-addresses") { w in
            for (index, origin) in origins.enumerated() where origin != chosen {
                w.element(.li) { w in
                    w.element(
                        .a, class: "quiet", [.href("\(scope.path(page))?address=\(index)")],
                        text: Strings.bareAddress(origin))
                }
            }
        }
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: words)
    }
}
