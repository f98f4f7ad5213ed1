internal import CSampleContent

/// The content files embedded at build.
enum EmbeddedContent {
    /// The stories of a publication, newest first; empty if its file was missing at build.
    static func stories(of slug: String) -> [SampleStory] {
        StoryFileParser.stories(in: text(of: slug))
    }

    /// A content file as text; empty if it was missing at build.
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
