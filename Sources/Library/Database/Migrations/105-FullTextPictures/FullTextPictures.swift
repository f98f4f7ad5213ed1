/// Schema version 105: when a full text gave a story the picture that its feed had not.
enum FullTextPictures {
    static let column = "full_text_at bigint"

    static let sql = "alter table story_picture add column \(column);\n"
}
