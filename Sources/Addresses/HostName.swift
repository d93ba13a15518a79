import CIDN2
import CPSL
import Foundation

/// What the names of hosts mean.
enum HostName {
    /// In the ASCII form under which it is looked up (UTS 46, non-transitional; RFC 5891); nil if it has none.
    static func ascii(_ name: String) -> String? {
        var output: UnsafeMutablePointer<CChar>?
        let flags = Int32(IDN2_NONTRANSITIONAL.rawValue) | Int32(IDN2_NFC_INPUT.rawValue)
        guard idn2_to_ascii_8z(name, &output, flags) == IDN2_OK.rawValue, let output else { return nil }
        defer { idn2_free(output) }
        return String(cString: output)
    }

    /// The part of a host's name that somebody registered (publicsuffix.org): `bbc.co.uk` of `news.bbc.co.uk`. Nil for
    /// a public suffix itself and for an address in numbers.
    static func registrable(_ name: String) -> String? {
        guard name.last?.isLetter == true || name.contains("xn--"), let list = psl_builtin() else { return nil }
        // The answer points into the name.
        return name.withCString { name in psl_registrable_domain(list, name).map { String(cString: $0) } }
    }
}
