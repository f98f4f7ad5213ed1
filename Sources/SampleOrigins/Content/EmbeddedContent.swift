internal import CSampleContent

/// The content files embedded at build time; empty if the files were missing then.
enum EmbeddedContent {
    /// Returns the stories of a publication, newest first.
    static func stories(of slug: String) -> [SampleStory] {
        StoryFileParser.stories(in: text(of: slug))
    }

    static func text(of name: String) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

    /// Returns a file's bytes; none for an unknown name.
    static func bytes(of name: String) -> [UInt8] {
        for index in 0..<tidings_sample_file_count() {
            let file = tidings_sample_file_at(index)
            if String(cString: file.name) == name {
                return Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
            }
        }
        return []
    }
}
