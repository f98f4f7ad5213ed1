internal import CSampleContent

/// Content files embedded at build; empty if missing then.
enum EmbeddedContent {
    /// Newest first.
    static func stories(of slug: String) -> [SampleStory] {
        StoryFileParser.stories(in: text(of: slug))
    }

    static func text(of slug: String) -> String {
        for index in 0..<tidings_sample_file_count() {
            let file = tidings_sample_file_at(index)
            if String(cString: file.name) == slug {
                return String(decoding: UnsafeBufferPointer(start: file.bytes, count: file.length), as: UTF8.self)
            }
        }
        return ""
    }
}
