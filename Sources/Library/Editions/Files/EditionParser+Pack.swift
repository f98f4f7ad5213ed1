import News
import Packs
import URLs
import Untrusted
import Yams

extension EditionParser {
    /// The key of the single section that contains a pack's pages; the file does not list this section.
    static let packSection = "pages"

    /// Parses the options of a pack, and reports keys that an edition with a pack cannot have.
    mutating func pack(_ root: [String: Node]) -> PackOptions? {
        guard let node = root["pack"] else { return nil }
        for key in ["sections", "offered", "topics"] {
            guard let other = root[key] else { continue }
            report(other, "An edition with “pack” shows its pages and nothing else. Take “\(key)” away.")
        }
        guard let table = table(node, "“pack”", ["identity", "address", "tour", "question", "mapPage", "mapCentre"])
        else {
            return nil
        }
        let identity = slug(table["identity"], "identity")
        if table["identity"] == nil {
            report(
                node, "The pack's identity is missing. Add it as its pack.yaml has it: identity: study-in-yorkshire")
        }
        let options = PackOptions(
            identity: identity ?? "", address: packAddress(table["address"]),
            tourTitle: line(table["tour"], "tour", maxLength: 500),
            sharingQuestion: line(table["question"], "question", maxLength: 200),
            mapPage: slug(table["mapPage"], "mapPage"), mapCentre: mapCentre(table["mapCentre"]))
        return identity == nil ? nil : options
    }

    /// Reports tabs that only an edition with a pack can have.
    mutating func checkPackTabs(_ edition: Edition, at node: Node) {
        guard edition.pack == nil else { return }
        for tab in [EditionTab.photographs, .map] where edition.layout.tabs.contains(tab) {
            report(node, "The tab “\(tab.rawValue)” shows a part of a pack. Add “pack:”, or take the tab away.")
        }
    }

    static func sections(of pack: PackOptions, title: String) -> EditionSections {
        let channels = pack.channel.map { [$0] } ?? []
        return .listed([EditionSection(key: packSection, title: title, channels: channels)])
    }

    private mutating func slug(_ node: Node?, _ name: String) -> String? {
        guard let node, let text = line(node, name, maxLength: 100) else { return nil }
        if PackManifest.isName(text) { return text }
        report(
            node,
            "“\(name)” is a name in a pack. Use small letters (a to z), digits, “-” and “_”, such as \(name): study-in-yorkshire"
        )
        return nil
    }

    private mutating func mapCentre(_ node: Node?) -> PackOptions.MapCentre? {
        guard let node, let text = line(node, "mapCentre", maxLength: 40) else { return nil }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard parts.count == 2, let latitude = UntrustedDecimal(parts[0])?.within(-85...85),
            let longitude = UntrustedDecimal(parts[1])?.within(-180...180)
        else {
            report(
                node, "“mapCentre” is a latitude and a longitude in degrees, such as mapCentre: 53.653, -0.986")
            return nil
        }
        return PackOptions.MapCentre(
            latitude: Int(saturating: (latitude * 1e6).rounded()),
            longitude: Int(saturating: (longitude * 1e6).rounded()))
    }

    private mutating func packAddress(_ node: Node?) -> WebAddress? {
        guard let node, let address = address(node, "address") else { return nil }
        guard !PackAddress.isInside(address.text) else {
            report(
                node,
                "Nothing can be fetched from pack.invalid. Write the address of a pack.json or a pack, or take it away."
            )
            return nil
        }
        return address
    }
}
