//! Which addresses a hook may send its input to.
//!
//! | kind | may be reached |
//! |---|---|
//! | global, loopback | always |
//! | private (also carrier NAT and site-local) | unless the settings forbid it |
//! | unspecified, link-local, metadata, multicast, broadcast | never |
//!
//! An input holds what the agent works on, and an answer steers the agent; a
//! metadata service hands out the machine's credentials to anyone who asks. So
//! the kind is that of the machine that would be reached: an IPv6 address that
//! wraps IPv4 addresses (see `wrapped`) is the most restricted of what it is
//! itself and what each of them is.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::wrapped::{WrappedAddress, wrapped};

/// What an address leads to. The order is from the least restricted to the most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum AddressKind {
    /// The internet.
    Global,
    /// This machine.
    Loopback,
    /// A network of one's own.
    Private,
    /// Many machines.
    Multicast,
    /// All machines of a network.
    Broadcast,
    /// Nowhere; systems take it for this machine.
    Unspecified,
    /// Whatever is on the same wire.
    LinkLocal,
    /// A cloud's service that hands out credentials.
    Metadata,
}

/// Why an address is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum AddressRefusal {
    /// No setting can allow it.
    #[error("{0}, which hooks may never reach")]
    Always(&'static str),
    /// The settings forbid private networks.
    #[error("an address of a private network, and `httpHookPrivateNetworks` is false")]
    Private,
}

/// IPv4 addresses of metadata services that are not link-local.
const METADATA_V4: &[Ipv4Addr] = &[
    Ipv4Addr::new(100, 96, 0, 96),
    Ipv4Addr::new(100, 100, 100, 200),
    Ipv4Addr::new(168, 63, 129, 16),
    Ipv4Addr::new(192, 0, 0, 192),
];

/// IPv6 addresses of metadata services that are not link-local.
const METADATA_V6: &[Ipv6Addr] = &[
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x23),
    Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254),
    Ipv6Addr::new(0xfd00, 0x42, 0, 0, 0, 0, 0, 0x42),
    Ipv6Addr::new(0xfd00, 0xc1, 0, 0, 0, 0, 0xa9fe, 0xa9fe),
];

impl AddressKind {
    /// The kind of an address.
    pub(crate) fn of(address: IpAddr) -> Self {
        match address {
            IpAddr::V4(address) => of_v4(address),
            IpAddr::V6(address) => of_v6(address),
        }
    }

    /// Why it may not be reached; `None` if it may.
    pub(crate) fn refusal(self, private_networks: bool) -> Option<AddressRefusal> {
        match self {
            Self::Global | Self::Loopback => None,
            Self::Private if private_networks => None,
            Self::Private => Some(AddressRefusal::Private),
            Self::Unspecified => Some(AddressRefusal::Always("an unspecified address")),
            Self::LinkLocal => Some(AddressRefusal::Always("a link-local address")),
            Self::Metadata => Some(AddressRefusal::Always("a cloud's metadata service")),
            Self::Multicast => Some(AddressRefusal::Always("a multicast address")),
            Self::Broadcast => Some(AddressRefusal::Always("a broadcast address")),
        }
    }
}

fn of_v4(address: Ipv4Addr) -> AddressKind {
    let [a, b, ..] = address.octets();
    if METADATA_V4.contains(&address) || address == Ipv4Addr::new(169, 254, 169, 254) {
        return AddressKind::Metadata;
    }
    match (a, b) {
        (0, _) => AddressKind::Unspecified,
        (127, _) => AddressKind::Loopback,
        (169, 254) => AddressKind::LinkLocal,
        (10, _) | (172, 16..=31) | (192, 168) | (100, 64..=127) => AddressKind::Private,
        (224..=239, _) => AddressKind::Multicast,
        _ if address.is_broadcast() => AddressKind::Broadcast,
        // Reserved; where it is used at all, it is inside of networks.
        (240.., _) => AddressKind::Private,
        _ => AddressKind::Global,
    }
}

fn of_v6(address: Ipv6Addr) -> AddressKind {
    if address.is_unspecified() {
        return AddressKind::Unspecified;
    }
    if address.is_loopback() {
        return AddressKind::Loopback;
    }
    match wrapped(address) {
        WrappedAddress::Same(inner) => of_v4(inner),
        WrappedAddress::Relayed(inner) => {
            let inner = inner.into_iter().map(of_v4);
            inner.fold(of_plain_v6(address), Ord::max)
        }
    }
}

/// The kind of an IPv6 address as it is written.
fn of_plain_v6(address: Ipv6Addr) -> AddressKind {
    if METADATA_V6.contains(&address) {
        return AddressKind::Metadata;
    }
    match address.segments() {
        [0xfe80..=0xfebf, ..] => AddressKind::LinkLocal,
        // The last one translates to IPv4 inside of a network.
        [0xfc00..=0xfdff | 0xfec0..=0xfeff, ..] | [0x64, 0xff9b, 1, ..] => AddressKind::Private,
        [0xff00..=0xffff, ..] => AddressKind::Multicast,
        _ => AddressKind::Global,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_ends_where_it_should() {
        use AddressKind::{
            Broadcast, Global, LinkLocal, Loopback, Metadata, Multicast, Private, Unspecified,
        };
        let table: &[(&str, AddressKind)] = &[
            ("0.0.0.0", Unspecified),
            ("0.255.255.255", Unspecified),
            ("1.0.0.0", Global),
            ("9.255.255.255", Global),
            ("10.0.0.0", Private),
            ("10.255.255.255", Private),
            ("11.0.0.0", Global),
            ("100.63.255.255", Global),
            ("100.64.0.0", Private),
            ("100.100.100.200", Metadata),
            ("100.100.100.201", Private),
            ("100.127.255.255", Private),
            ("100.128.0.0", Global),
            ("126.255.255.255", Global),
            ("127.0.0.1", Loopback),
            ("127.255.255.255", Loopback),
            ("128.0.0.0", Global),
            ("168.63.129.16", Metadata),
            ("169.253.255.255", Global),
            ("169.254.0.0", LinkLocal),
            ("169.254.169.253", LinkLocal),
            ("169.254.169.254", Metadata),
            ("169.254.170.2", LinkLocal),
            ("169.254.255.255", LinkLocal),
            ("169.255.0.0", Global),
            ("172.15.255.255", Global),
            ("172.16.0.0", Private),
            ("172.31.255.255", Private),
            ("172.32.0.0", Global),
            ("192.0.0.192", Metadata),
            ("192.167.255.255", Global),
            ("192.168.0.0", Private),
            ("192.168.255.255", Private),
            ("192.169.0.0", Global),
            ("223.255.255.255", Global),
            ("224.0.0.0", Multicast),
            ("239.255.255.255", Multicast),
            ("240.0.0.0", Private),
            ("255.255.255.254", Private),
            ("255.255.255.255", Broadcast),
            ("::", Unspecified),
            ("::1", Loopback),
            ("::2", Unspecified),
            ("::7f00:1", Loopback),
            ("::169.254.169.254", Metadata),
            ("::ffff:0.0.0.0", Unspecified),
            ("::ffff:127.0.0.1", Loopback),
            ("::ffff:10.0.0.1", Private),
            ("::ffff:169.254.169.254", Metadata),
            ("::ffff:8.8.8.8", Global),
            ("::ffff:0:169.254.169.254", Metadata),
            ("64:ff9b::169.254.169.254", Metadata),
            ("64:ff9b::8.8.8.8", Global),
            ("64:ff9b:1::8.8.8.8", Private),
            ("2002:a9fe:a9fe::1", Metadata),
            ("2002:808:808::1", Global),
            ("100.96.0.96", Metadata),
            ("2606:4700::1111", Global),
            ("fd00:c1::a9fe:a9fe", Metadata),
            ("fbff:ffff::", Global),
            ("fc00::", Private),
            ("fd00:ec2::23", Metadata),
            ("fd00:ec2::254", Metadata),
            ("fd00:ec2::255", Private),
            ("fd20:ce::254", Metadata),
            ("fdff:ffff::", Private),
            ("fe00::", Global),
            ("fe80::", LinkLocal),
            ("fe80::a9fe:a9fe", LinkLocal),
            ("febf:ffff::", LinkLocal),
            ("fec0::", Private),
            ("feff:ffff::", Private),
            ("ff00::", Multicast),
            ("ffff::1", Multicast),
        ];
        for (address, kind) in table {
            assert_eq!(
                AddressKind::of(address.parse().unwrap()),
                *kind,
                "{address}"
            );
        }
    }

    #[test]
    fn private_networks_alone_are_a_matter_of_settings() {
        use AddressKind::{
            Broadcast, Global, LinkLocal, Loopback, Metadata, Multicast, Private, Unspecified,
        };
        for kind in [Global, Loopback] {
            assert_eq!(kind.refusal(false), None, "{kind:?}");
            assert_eq!(kind.refusal(true), None, "{kind:?}");
        }
        assert_eq!(Private.refusal(true), None);
        assert_eq!(Private.refusal(false), Some(AddressRefusal::Private));
        for kind in [Unspecified, LinkLocal, Metadata, Multicast, Broadcast] {
            assert!(kind.refusal(true).is_some(), "{kind:?}");
            assert_eq!(kind.refusal(true), kind.refusal(false), "{kind:?}");
        }
    }
}
