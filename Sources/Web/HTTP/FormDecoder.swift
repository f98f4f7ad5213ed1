import Library
import News
import Untrusted

/// The fields of a POST and, of a multipart form, its files.
struct SubmittedForm: Sendable {
    var fields: QueryParameters
    /// The chosen files with the names of their fields, in the order of the form.
    var files: [(field: String, file: UploadedFile)] = []

    init(fields: QueryParameters) { self.fields = fields }

    /// Parts with a file name are files, all others are fields.
    init(_ form: MultipartForm) {
        var fields: [(name: String, value: String)] = []
        for part in form.parts {
            guard let fileName = part.fileName else {
                fields.append((part.name, String(decoding: part.bytes, as: UTF8.self)))
                continue
            }
            // An input without a chosen file sends an empty one without a name.
            if fileName.isEmpty, part.bytes.isEmpty { continue }
            files.append((part.name, UploadedFile(fileName: fileName, bytes: part.bytes)))
        }
        self.fields = QueryParameters(pairs: fields)
    }
}

/// The fields of a form as a value: `let` properties, named as the fields are. Optional properties are nil if the field
/// is missing or malformed; without the others the form is invalid.
protocol FormValue: Decodable, Sendable {
    /// The sentences for fields that are missing or malformed.
    static var faults: [String: String] { get }
}

extension FormValue {
    static var faults: [String: String] { [:] }

    /// Reads and validates a form.
    /// - Throws: `.invalid` with the sentence for the first fault.
    init(_ form: SubmittedForm) throws(LibraryError) {
        do { try self.init(from: FormDecoder(form: form)) } catch {
            let field = (error as? FormFault)?.field ?? ""
            throw .invalid(why: Self.faults[field] ?? "The form has no valid field “\(field)”.")
        }
    }

    /// Reads the fields of a query.
    init(_ query: QueryParameters) throws(LibraryError) { try self.init(SubmittedForm(fields: query)) }
}

/// The form of an action that needs no fields.
struct EmptyForm: FormValue {}

/// A field that is missing or malformed.
struct FormFault: Error {
    let field: String
}

/// A decoder of a flat form. A field is a text, an id, or a switch, which is on if it is "1" and off if it is missing;
/// other types have a code. A property that is itself a form reads its fields from the same form.
struct FormDecoder: Decoder {
    let form: SubmittedForm
    /// The name of the decoded field; nil for the form.
    var field: String?

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The values of the field, which a form may repeat.
    var values: [String] { field.map { form.fields.values($0) } ?? [] }
    /// The files of the field.
    var files: [UploadedFile] { form.files.filter { $0.field == field }.map(\.file) }
    var fault: FormFault { FormFault(field: field ?? "") }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FormFields<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw fault }

    func singleValueContainer() -> any SingleValueDecodingContainer { FormFieldValue(decoder: self) }
}

/// The fields of a form.
private struct FormFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: FormDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { decoder.form.fields[key.stringValue] != nil }

    func decodeNil(forKey key: Key) -> Bool { !contains(key) }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        do { return try T(from: FormDecoder(form: decoder.form, field: key.stringValue)) } catch {
            throw error as? FormFault ?? fault(key)
        }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        do { return try decode(type, forKey: key) } catch { return nil }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw fault(key) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw fault(key) }

    func superDecoder() throws -> any Decoder { throw decoder.fault }

    func superDecoder(forKey key: Key) throws -> any Decoder { throw fault(key) }

    private func fault(_ key: Key) -> FormFault { FormFault(field: key.stringValue) }
}

/// The value of a field.
private struct FormFieldValue: SingleValueDecodingContainer {
    let decoder: FormDecoder

    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { decoder.values.isEmpty }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let text = decoder.values.first
        if let text = text as? T { return text }
        if let id = text.flatMap({ UntrustedInteger($0)?.id }) as? T { return id }
        if let isOn = (text == "1") as? T { return isOn }
        throw decoder.fault
    }
}

// MARK: - Values

/// A value that a form's field has as a code.
protocol FormCode: Sendable {
    init?(code: String)
}

extension StoryList: FormCode {}

extension UntrustedInteger: FormCode {
    init?(code: String) { self.init(code) }
}

extension UntrustedDecimal: FormCode {
    init?(code: String) { self.init(code) }
}

/// A property of a form that its field has as a code.
@propertyWrapper struct Coded<Value: FormCode>: Decodable, Sendable {
    let wrappedValue: Value

    init(from decoder: any Decoder) throws {
        let code = try decoder.singleValueContainer().decode(String.self)
        guard let value = Value(code: code) else { throw (decoder as? FormDecoder)?.fault ?? FormFault(field: "") }
        wrappedValue = value
    }
}

/// A property of a form that its field has as a code; nil if the field is missing or malformed.
@propertyWrapper struct CodedIfPresent<Value: FormCode>: Decodable, Sendable {
    let wrappedValue: Value?

    init(from decoder: any Decoder) throws {
        wrappedValue = (decoder as? FormDecoder)?.values.first.flatMap { Value(code: $0) }
    }
}

/// The values of a field that a form may repeat.
struct RepeatedField: Decodable, Sendable {
    let values: [String]
    /// The values that are ids of stories; others are left out.
    var stories: [StoryID] { values.compactMap { UntrustedInteger($0)?.id.map { StoryID(rawValue: $0) } } }

    init(from decoder: any Decoder) throws { values = (decoder as? FormDecoder)?.values ?? [] }
}

/// A file of a multipart form. As a property of a form it is the first of the field, and not empty.
struct UploadedFile: Decodable, Sendable {
    /// The name of the file without folders and control characters; empty if the client sends none. It says nothing about
    /// the contents.
    let name: String
    let bytes: [UInt8]

    /// - Parameter fileName: the name as it was sent; some browsers name the folders too, with either slash.
    init(fileName: String, bytes: [UInt8]) {
        let last = fileName.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last ?? []
        let shown = last.filter { $0.properties.generalCategory != .control }
        name = String(String(String.UnicodeScalarView(shown)).prefix(255))
        self.bytes = bytes
    }

    init(from decoder: any Decoder) throws {
        guard let form = decoder as? FormDecoder, let file = form.files.first, !file.bytes.isEmpty else {
            throw (decoder as? FormDecoder)?.fault ?? FormFault(field: "")
        }
        self = file
    }
}

/// The files of a field, of which there is at least one; they may be empty.
struct UploadedFiles: Decodable, Sendable {
    let files: [UploadedFile]

    init(from decoder: any Decoder) throws {
        guard let form = decoder as? FormDecoder, !form.files.isEmpty else {
            throw (decoder as? FormDecoder)?.fault ?? FormFault(field: "")
        }
        files = form.files
    }
}

/// All fields of the form, for values that pages read from their query too.
extension QueryParameters: FormValue {
    init(from decoder: any Decoder) throws {
        self = (decoder as? FormDecoder)?.form.fields ?? QueryParameters(pairs: [])
    }
}
