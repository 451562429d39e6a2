//! Laws of what an http hook may reach and of its headers.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::address::AddressKind;
use crate::template::{HeaderTemplate, TemplatePart};
use proptest::prelude::*;

fn wrapped(head: [u16; 6], inside: Ipv4Addr) -> IpAddr {
    let [a, b, c, d] = inside.octets();
    let mut segments = [0; 8];
    segments[..6].copy_from_slice(&head);
    segments[6] = u16::from_be_bytes([a, b]);
    segments[7] = u16::from_be_bytes([c, d]);
    Ipv6Addr::from(segments).into()
}

fn any_address() -> impl Strategy<Value = IpAddr> {
    prop_oneof![
        any::<u32>().prop_map(|bits| Ipv4Addr::from(bits).into()),
        any::<u128>().prop_map(|bits| Ipv6Addr::from(bits).into()),
        // Most of IPv6 is empty: look near its special ends.
        (any::<u16>(), any::<u16>())
            .prop_map(|(head, tail)| { Ipv6Addr::new(head, 0, 0, 0, 0, 0, 0, tail).into() }),
    ]
}

proptest! {
    #[test]
    fn an_address_in_disguise_is_what_it_hides(bits: u32) {
        let inside = Ipv4Addr::from(bits);
        let kind = AddressKind::of(inside.into());
        let mapped = [0, 0, 0, 0, 0, 0xffff];
        let translated = [0x64, 0xff9b, 0, 0, 0, 0];
        prop_assert_eq!(AddressKind::of(wrapped(mapped, inside)), kind);
        prop_assert_eq!(AddressKind::of(wrapped(translated, inside)), kind);
        if bits > 1 {
            prop_assert_eq!(AddressKind::of(wrapped([0; 6], inside)), kind);
        }
    }

    /// Whatever else is in the address, and wherever a translator looks for the
    /// address in it.
    #[test]
    fn no_tunnel_and_no_translator_leads_to_a_link_local_address(low: u16, other: [u16; 8]) {
        let [x, y] = [0xa9fe_u16, low];
        let [[a, b], [c, d]] = [x.to_be_bytes(), y.to_be_bytes()];
        let pair = u16::from_be_bytes;
        let own = |rest: [u16; 5]| {
            Ipv6Addr::new(0x64, 0xff9b, 1, rest[0], rest[1], rest[2], rest[3], rest[4])
        };
        let [o0, o1, o2, o3, o4, ..] = other;
        let teredo_client = Ipv6Addr::new(0x2001, 0, o0, o1, o2, o3, !x, !y);
        let teredo_server = Ipv6Addr::new(0x2001, 0, x, y, o2, o3, o0, o1);
        let six_to_four = Ipv6Addr::new(0x2002, x, y, o0, o1, o2, o3, o4);
        let isatap = Ipv6Addr::new(o0 | 0x100, o1, o2, o3, 0x200, 0x5efe, x, y);
        for address in [
            teredo_client,
            teredo_server,
            six_to_four,
            isatap,
            own([o0, o1, o2, x, y]),
            own([o0, pair([0, a]), pair([b, c]), pair([d, 0]), o3]),
            own([pair([0, a]), pair([0, b]), pair([c, d]), o2, o3]),
            own([x, pair([0, c]), pair([d, 0]), o2, o3]),
        ] {
            let kind = AddressKind::of(address.into());
            prop_assert!(kind.refusal(true).is_some(), "{address} is {kind:?}");
        }
    }

    #[test]
    fn no_link_local_address_is_ever_reached(low: u16, v6_low in 0..0x40u16, tail: u16) {
        let v4 = Ipv4Addr::from(0xa9fe_0000 | u32::from(low));
        let v6 = Ipv6Addr::new(0xfe80 | v6_low, 0, 0, 0, 0, 0, 0, tail);
        for address in [IpAddr::from(v4), v6.into()] {
            prop_assert!(AddressKind::of(address).refusal(true).is_some(), "{}", address);
        }
    }

    #[test]
    fn forbidding_private_networks_only_forbids_more(address in any_address()) {
        let kind = AddressKind::of(address);
        if kind.refusal(true).is_some() {
            prop_assert!(kind.refusal(false).is_some());
        }
    }

    #[test]
    fn the_standard_library_agrees(address in any_address()) {
        let kind = AddressKind::of(address);
        if address.is_loopback() {
            prop_assert_eq!(kind, AddressKind::Loopback);
        }
        if address.is_unspecified() {
            prop_assert_eq!(kind, AddressKind::Unspecified);
        }
        if address.is_multicast() {
            prop_assert_eq!(kind, AddressKind::Multicast);
        }
        if let IpAddr::V4(v4) = address && v4.is_private() {
            prop_assert_eq!(kind, AddressKind::Private);
        }
    }

    #[test]
    fn a_header_put_together_as_written_is_the_same(value in "[$\\{\\}A-c0-2 é_-]{0,24}") {
        let template = HeaderTemplate::parse(&value);
        let written: String = template
            .parts()
            .iter()
            .map(|part| match part {
                TemplatePart::Text(text) => text.clone(),
                TemplatePart::Variable(_, span) => value[span.clone()].to_owned(),
            })
            .collect();
        prop_assert_eq!(written, value);
    }
}
