import URLs

extension SourceCatalog {
    /// The services that want a key of the reader's before they fill an edition, each once, in the edition's order.
    public func keyedServices(of edition: Edition) -> [ServiceAddress] {
        var services: [ServiceAddress] = []
        for service in edition.serviceAddresses where needsKey(service) {
            if !services.contains(where: { $0.site.origin == service.site.origin }) { services.append(service) }
        }
        return services
    }

    private func needsKey(_ service: ServiceAddress) -> Bool {
        source(of: service.kind, at: service.site)?.needsKey ?? false
    }
}

extension Edition {
    /// The sites that it names.
    fileprivate var serviceAddresses: [ServiceAddress] {
        let channels: [ChannelAddress] =
            switch sections {
            case .folders: []
            case .listed(let sections): sections.flatMap(\.channels)
            case .offered(let directory, _): [directory]
            }
        let listed = channels.map { ServiceAddress(kind: $0.kind, site: $0.site) }
        return [topics?.service].compactMap(\.self) + listed
    }
}
