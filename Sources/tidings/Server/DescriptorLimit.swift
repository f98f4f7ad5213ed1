import Foundation

/// How many files this process may have open; every connection is one.
enum DescriptorLimit {
    /// More than this helps nobody, and some systems allow a billion.
    private static let maximum: rlim_t = 65_536
    /// Below this a house with a few visitors runs dry.
    private static let minimum = 192

    /// Raises the soft limit to the hard one: shells and services commonly start with 1,024 of many more.
    /// - Returns: how many files may be open now.
    /// - Throws: `Trouble` when they are too few to serve.
    static func raise() throws -> Int {
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        var limit = rlimit()
        guard getrlimit(files, &limit) == 0 else { return 1024 }
        let wish = min(limit.rlim_max, maximum)
        if limit.rlim_cur < wish {
            var raised = rlimit(rlim_cur: wish, rlim_max: limit.rlim_max)
            // Where the system refuses (macOS has a limit of its own), what there was must do.
            if setrlimit(files, &raised) == 0 { limit = raised }
        }
        let allowed = Int(min(limit.rlim_cur, maximum))
        guard allowed >= minimum else {
            throw CLIError(
                .configuration,
                "The system allows this process only \(allowed) open files. Allow it 1,024 or more, with ulimit -n or LimitNOFILE."
            )
        }
        return allowed
    }
}
