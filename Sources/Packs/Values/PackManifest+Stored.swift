extension PackManifest {
    /// Returns the manifest with hashes that were stored when the pack was installed, so that its digest is that of the
    /// pack.
    public func withParts(_ parts: [(name: String, sha256: String)]) -> PackManifest {
        var manifest = self
        manifest.parts = parts.map { PackPart(name: $0.name, sha256: $0.sha256) }
        return manifest
    }
}
