internal import CSampleContent

/// The content files embedded at build time; empty if the files were missing then.
enum EmbeddedContent {
    /// Returns the stories of a publication, newest first.
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
