import Foundation

/// The process's limit of open files; each connection is one.
enum DescriptorLimit {
    /// The highest useful limit; some systems allow a billion.
    private static let maximum: rlim_t = 65_536
    /// The lowest limit to serve with; a few visitors use up fewer descriptors.
    private static let minimum = 192

    /// Raises the soft limit to the hard limit.
    ///
    /// - Returns: the new limit.
    /// - Throws: `CLIError` if the limit is too low to serve.
    static func raise() throws -> Int {
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return 1024 }
        let target = min(limit.rlim_max, maximum)
        if limit.rlim_cur < target {
            var raised = rlimit(rlim_cur: target, rlim_max: limit.rlim_max)
            // The system may reject the new limit, as macOS does; the old one remains.
            if setrlimit(files, &raised) == 0 { limit = raised }
        }
        let allowed = Int(min(limit.rlim_cur, maximum))
        guard allowed >= minimum else {
            throw CLIError(
                .configuration,
                "The system allows this process only \(allowed) open files. Raise the limit to 1,024 or more, with ulimit -n or LimitNOFILE."
            )
        }
        return allowed
    }
}
