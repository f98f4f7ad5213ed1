public import Foundation
import NIOCore
import NIOSSL
import Synchronization

/// A store of the TLS certificate and its key.
///
/// Invariant: certificate and key match, and the certificate was valid when loaded.
public final class CertificateStore: Sendable {
    private struct CertificateAndKey: Sendable {
        let chain: [NIOSSLCertificate]
        let key: NIOSSLPrivateKey
        let expiresAt: Date
    }

    private let certificate: String
    private let key: String
    private let current: Mutex<CertificateAndKey>

    /// Loads both files.
    ///
    /// - Throws: an error that names file and problem.
    public init(certificate: String, key: String, now: Date) throws(CertificateError) {
        self.certificate = certificate
        self.key = key
        current = Mutex(try Self.read(certificate, key, now))
    }

    /// Reloads both files, for new connections.
    ///
    /// - Returns: the expiry date.
    /// - Throws: an error that names file and problem; the old certificate remains.
    public func reload(now: Date) throws(CertificateError) -> Date {
        let fresh = try Self.read(certificate, key, now)
        current.withLock { $0 = fresh }
        return fresh.expiresAt
    }

    /// The TLS configuration, which gives each connection the current certificate.
    var configuration: TLSConfiguration {
        let pair = current.withLock { $0 }
        var configuration = Self.configuration(pair)
        configuration.sslContextCallback = { [self] _, promise in
            let pair = current.withLock { $0 }
            var change = NIOSSLContextConfigurationOverride()
            change.certificateChain = pair.chain.map { .certificate($0) }
            change.privateKey = .privateKey(pair.key)
            promise.succeed(change)
        }
        return configuration
    }

    private static func configuration(_ pair: CertificateAndKey) -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: pair.chain.map { .certificate($0) }, privateKey: .privateKey(pair.key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    private static func read(_ certificate: String, _ key: String, _ now: Date) throws(CertificateError)
        -> CertificateAndKey
    {
        let chain = try chain(certificate)
        let pair = CertificateAndKey(
            chain: chain.certificates, key: try privateKey(key),
            expiresAt: Date(timeIntervalSince1970: Double(chain.leaf.notValidAfter)))
        do { _ = try NIOSSLContext(configuration: configuration(pair)) } catch {
            throw .unusable(
                "The key in \(key) does not belong to the certificate in \(certificate).")
        }
        guard pair.expiresAt > now else {
            throw .unusable(
                "The certificate in \(certificate) has expired on \(formattedDay(pair.expiresAt)). Renew it, then start again."
            )
        }
        let since = Date(timeIntervalSince1970: Double(chain.leaf.notValidBefore))
        guard since <= now else {
            throw .unusable(
                "The certificate in \(certificate) is valid only from \(formattedDay(since)) on. Is this machine's clock right?"
            )
        }
        return pair
    }

    private static func chain(
        _ path: String
    ) throws(CertificateError) -> (leaf: NIOSSLCertificate, certificates: [NIOSSLCertificate]) {
        let bytes = try bytes(path, "certificate")
        do {
            let certificates = try NIOSSLCertificate.fromPEMBytes(bytes)
            if let leaf = certificates.first { return (leaf, certificates) }
        } catch {
            // A file that is not PEM gets the same message as PEM without a certificate.
        }
        throw .unusable("\(path) holds no certificate in PEM form (-----BEGIN CERTIFICATE-----).")
    }

    private static func privateKey(_ path: String) throws(CertificateError) -> NIOSSLPrivateKey {
        let bytes = try bytes(path, "key")
        guard !String(decoding: bytes, as: UTF8.self).contains("ENCRYPTED") else {
            throw .unusable(
                "The key in \(path) needs a passphrase. Store it without one: openssl pkey -in \(path) -out plain.pem")
        }
        do { return try NIOSSLPrivateKey(bytes: bytes, format: .pem) } catch {
            throw .unusable("\(path) holds no private key in PEM form (-----BEGIN PRIVATE KEY-----).")
        }
    }

    private static func bytes(_ path: String, _ what: String) throws(CertificateError) -> [UInt8] {
        guard FileManager.default.fileExists(atPath: path) else {
            throw .unreadable("There is no \(what) file \(path).")
        }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .unreadable("The \(what) file \(path) cannot be read. May this user read it?")
        }
        do { return Array(try handle.read(upToCount: 1 << 20) ?? Data()) } catch {
            throw .unreadable("The \(what) file \(path) cannot be read: is it a file?")
        }
    }

    private static func formattedDay(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}

/// An error of the file of a certificate or key, with the sentence for the user.
public enum CertificateError: Error, CustomStringConvertible {
    /// The file is missing or cannot be read.
    case unreadable(String)
    /// The file's certificate or key is not one to serve with.
    case unusable(String)

    public var description: String {
        switch self {
        case .unreadable(let message), .unusable(let message): message
        }
    }
}
