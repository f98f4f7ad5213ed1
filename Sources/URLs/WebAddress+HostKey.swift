extension WebAddress {
    /// The key of the host for counters and limits by host: the host without a final dot, and with the port unless the
    /// port is the scheme's default, so that http and https share a key.
    public var hostKey: String {
        let name = host.hasSuffix(".") ? String(host.dropLast()) : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
