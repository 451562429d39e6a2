//! IPv4 addresses inside of IPv6 addresses.
//!
//! A tunnel or a translator on the way takes them out and sends the packets there,
//! so a check of the IPv6 address alone looks at the wrong machine.
//!
//! | form | where the IPv4 address stands |
//! |---|---|
//! | mapped `::ffff:a.b.c.d`, compatible `::a.b.c.d`, translated `::ffff:0:a.b.c.d` | the last 32 bits; it is the same machine |
//! | NAT64 `64:ff9b::/96` | the last 32 bits |
//! | NAT64 of a network's own `64:ff9b:1::/48` | behind a prefix of 48, 56, 64 or 96 bits (RFC 6052) |
//! | 6to4 `2002::/16` | behind the first 16 bits |
//! | Teredo `2001::/32` | the server behind the prefix, the client in the last 32 bits, inverted |
//! | ISATAP, any prefix | the last 32 bits, behind `[02]00:5efe` |
//!
//! The prefix of a network's own 6rd or NAT64 cannot be known.

use std::net::{Ipv4Addr, Ipv6Addr};

/// What an IPv6 address wraps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WrappedAddress {
    /// It is only another spelling of this address.
    Same(Ipv4Addr),
    /// Packets to it may go to any of these.
    Relayed(Vec<Ipv4Addr>),
}

/// The IPv4 addresses in an IPv6 address.
pub(super) fn wrapped(address: Ipv6Addr) -> WrappedAddress {
    let segments = address.segments();
    if let [0, 0, 0, 0, 0, 0 | 0xffff, high, low] | [0, 0, 0, 0, 0xffff, 0, high, low] = segments {
        return WrappedAddress::Same(join_octets(high, low));
    }
    let mut found = Vec::new();
    match segments {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            found.push(join_octets(high, low));
        }
        [0x64, 0xff9b, 1, ..] => found.extend(translated(address.octets())),
        [0x2001, 0, server_high, server_low, _, _, high, low] => {
            found.push(join_octets(server_high, server_low));
            found.push(join_octets(!high, !low));
        }
        _ => {}
    }
    // The bits for `universal` and `group` of the interface may be set or not.
    if let [.., flags, 0x5efe, high, low] = segments
        && flags & !0x0300 == 0
    {
        found.push(join_octets(high, low));
    }
    WrappedAddress::Relayed(found)
}

fn join_octets(high: u16, low: u16) -> Ipv4Addr {
    let [a, b] = high.to_be_bytes();
    let [c, d] = low.to_be_bytes();
    Ipv4Addr::new(a, b, c, d)
}

/// Where RFC 6052 puts an address behind each length of prefix; octet 8 is never
/// part of it. Nobody but the network knows its length, so all count; one that would
/// begin with a zero is padding.
fn translated(octets: [u8; 16]) -> impl Iterator<Item = Ipv4Addr> {
    const PLACES: [[usize; 4]; 4] = [
        [6, 7, 9, 10],
        [7, 9, 10, 11],
        [9, 10, 11, 12],
        [12, 13, 14, 15],
    ];
    let addresses = PLACES
        .into_iter()
        .map(move |places| Ipv4Addr::from(places.map(|at| octets[at])));
    addresses.filter(|address| address.octets()[0] != 0)
}

#[cfg(test)]
mod tests {
    use super::super::address::AddressKind;
    use super::*;

    /// One address of each form, as the metadata service, as a private and as a
    /// global address.
    #[test]
    fn no_wrapping_hides_a_metadata_service() {
        use AddressKind::{Global, LinkLocal, Loopback, Metadata, Private};
        for (address, kind) in [
            ("::ffff:169.254.169.254", Metadata),
            ("::ffff:a9fe:a9fe", Metadata),
            ("::169.254.169.254", Metadata),
            ("::ffff:0:169.254.169.254", Metadata),
            ("::ffff:0:a00:1", Private),
            ("64:ff9b::169.254.169.254", Metadata),
            ("64:ff9b::100.100.100.200", Metadata),
            ("64:ff9b::169.254.1.1", LinkLocal),
            ("64:ff9b::10.0.0.1", Private),
            ("64:ff9b::127.0.0.1", Loopback),
            ("64:ff9b::8.8.8.8", Global),
            // Behind prefixes of 96, 64, 56 and 48 bits.
            ("64:ff9b:1::169.254.169.254", Metadata),
            ("64:ff9b:1:ffff:ff:ffff:a9fe:a9fe", Metadata),
            ("64:ff9b:1:0:a9:fea9:fe00:0", Metadata),
            ("64:ff9b:1:a9:fe:a9fe::", Metadata),
            ("64:ff9b:1:a9fe:a9:fe00::", Metadata),
            ("64:ff9b:1:a9fe:a9:fe00:808:808", Metadata),
            ("64:ff9b:1:6440:0:1::", Private),
            ("64:ff9b:1::8.8.8.8", Private),
            ("2002:a9fe:a9fe::", Metadata),
            ("2002:a9fe:a9fe:ffff:ffff:ffff:ffff:ffff", Metadata),
            ("2002:a9fe:0101::1", LinkLocal),
            ("2002:c0a8:1::1", Private),
            ("2002:7f00:1::1", Loopback),
            ("2002:808:808::1", Global),
            // The client, and the server.
            ("2001:0:808:808:8000:63bf:5601:5601", Metadata),
            ("2001:0:4136:e378::5601:5601", Metadata),
            ("2001:0:a9fe:a9fe:8000:63bf:3fff:fdd2", Metadata),
            ("2001:0:4136:e378:8000:63bf:f5ff:fffe", Private),
            ("2001:0:4136:e378:8000:63bf:3fff:fdd2", Global),
            ("2001:1::5601:5601", Global),
            ("2606:4700::5efe:a9fe:a9fe", Metadata),
            ("2606:4700::200:5efe:169.254.169.254", Metadata),
            ("2606:4700::100:5efe:169.254.169.254", Metadata),
            ("2002:808:808::5efe:169.254.169.254", Metadata),
            ("fd00::5efe:169.254.169.254", Metadata),
            ("fe80::5efe:8.8.8.8", LinkLocal),
            ("2606:4700::5efe:10.0.0.1", Private),
            ("2606:4700::5efe:8.8.8.8", Global),
            ("2606:4700::400:5efe:169.254.169.254", Global),
        ] {
            assert_eq!(AddressKind::of(address.parse().unwrap()), kind, "{address}");
        }
    }

    #[test]
    fn an_address_that_wraps_nothing_is_itself() {
        let address = "2606:4700::1111".parse().unwrap();
        assert_eq!(wrapped(address), WrappedAddress::Relayed(Vec::new()));
    }
}
