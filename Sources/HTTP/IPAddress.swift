import Foundation

/// An IPv4 or IPv6 address as its 4 or 16 bytes.
struct IPAddress: Equatable, CustomStringConvertible {
    /// Why an address is not public (the special-purpose registries of RFC 6890).
    enum Kind: String {
        case loopback = "a loopback"
        case `private` = "a private"
        case linkLocal = "a link-local or metadata"
        case reserved = "a reserved"
    }

    var bytes: [UInt8]

    /// Reads dotted or colon notation. A zone (`%eth0`) and brackets are ignored.
    init?(_ text: String) {
        let text = text.trimmingCharacters(in: ["[", "]"]).prefix { $0 != "%" }
        var v4 = in_addr()
        var v6 = in6_addr()
        if inet_pton(AF_INET, String(text), &v4) == 1 {
            bytes = withUnsafeBytes(of: &v4) { Array($0) }
        } else if inet_pton(AF_INET6, String(text), &v6) == 1 {
            bytes = withUnsafeBytes(of: &v6) { Array($0) }
        } else {
            return nil
        }
    }

    /// Nil for a family that is neither IPv4 nor IPv6.
    init?(_ address: UnsafePointer<sockaddr>) {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            var v4 = raw.loadUnaligned(as: sockaddr_in.self).sin_addr
            bytes = withUnsafeBytes(of: &v4) { Array($0) }
        case AF_INET6:
            var v6 = raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr
            bytes = withUnsafeBytes(of: &v6) { Array($0) }
        default:
            return nil
        }
    }

    private init(bytes: ArraySlice<UInt8>) {
        self.bytes = Array(bytes)
    }

    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(bytes.count == 4 ? AF_INET : AF_INET6, bytes, &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Nil for a public address.
    var kind: Kind? {
        if let v4 = embeddedV4 { return v4.kind }
        return Self.special.first { $0.range.contains(self) }?.kind
    }

    /// The IPv4 address that an IPv6 address contains: mapped, compatible, NAT64 (RFC 6052) and 6to4 (RFC 3056).
    private var embeddedV4: IPAddress? {
        guard bytes.count == 16 else { return nil }
        if Self.sixToFour.contains(self) { return IPAddress(bytes: bytes[2..<6]) }
        let isV6Alone = bytes.prefix(15).allSatisfy { $0 == 0 } && bytes[15] < 2
        guard !isV6Alone, Self.endInV4.contains(where: { $0.contains(self) }) else { return nil }
        return IPAddress(bytes: bytes[12..<16])
    }

    private static let sixToFour = IPRange("2002::/16")!
    private static let endInV4 = ["::ffff:0:0/96", "::/96", "64:ff9b::/96"].compactMap(IPRange.init)

    private static let special: [(range: IPRange, kind: Kind)] = [
        // These come before fc00::/7. The first is the metadata service of one cloud, and 168.63.129.16 that of
        // another.
        (.linkLocal, ["fd00:ec2::254/128", "168.63.129.16/32", "169.254.0.0/16", "fe80::/10"]),
        (.loopback, ["127.0.0.0/8", "::1/128"]),
        (.private, ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "198.18.0.0/15"]),
        (.private, ["fc00::/7", "fec0::/10"]),
        (.reserved, ["0.0.0.0/8", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.51.100.0/24"]),
        (.reserved, ["203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"]),
        (.reserved, ["::/128", "64:ff9b:1::/48", "100::/64", "2001::/32", "2001:db8::/32", "ff00::/8"]),
    ].flatMap { (kind: Kind, ranges: [String]) in ranges.map { (IPRange($0)!, kind) } }
}

/// Addresses with the same first bits, such as `10.0.0.0/8`.
struct IPRange {
    var first: IPAddress
    var bits: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard parts.count == 2, let address = IPAddress(String(parts[0])), let bits = Int(parts[1]),
            (0...address.bytes.count * 8).contains(bits)
        else { return nil }
        first = address
        self.bits = bits
    }

    func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == first.bytes.count else { return false }
        let whole = bits / 8
        guard address.bytes.prefix(whole) == first.bytes.prefix(whole) else { return false }
        guard bits % 8 != 0 else { return true }
        let shift = UInt8(8 - bits % 8)
        return address.bytes[whole] >> shift == first.bytes[whole] >> shift
    }
}
