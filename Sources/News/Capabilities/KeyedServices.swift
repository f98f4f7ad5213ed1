import URLs

extension SourceCatalog {
    /// Returns the services that need a key of the reader's before they fill an edition, each once, in the edition's
    /// order.
    public func keyedAPIs(of edition: Edition) -> [KeyedAPIAddress] {
        var services: [KeyedAPIAddress] = []
        for service in edition.serviceAddresses where needsKey(service) {
            if !services.contains(where: { $0.site.origin == service.site.origin }) { services.append(service) }
        }
        return services
    }

    private func needsKey(_ service: KeyedAPIAddress) -> Bool {
        source(of: service.kind, at: service.site)?.needsKey ?? false
    }
}

extension Edition {
    /// The addresses of all services and sites that the edition names.
    fileprivate var serviceAddresses: [KeyedAPIAddress] {
        let channels: [ChannelAddress] =
            switch sections {
            case .folders: []
            case .listed(let sections): sections.flatMap(\.channels)
            case .offered(let directory, _): [directory]
            }
        let listed = channels.map { KeyedAPIAddress(kind: $0.kind, site: $0.site) }
        return [topics?.service].compactMap(\.self) + listed
    }
}
