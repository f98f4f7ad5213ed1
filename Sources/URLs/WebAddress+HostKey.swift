extension WebAddress {
    /// Names the host where requests are counted or held back by host: without a final dot, and with the port unless it
    /// is the scheme's own, so that http and https share one.
    public var hostKey: String {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
