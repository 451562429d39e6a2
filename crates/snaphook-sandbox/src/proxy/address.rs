//! Which addresses a name may lead to. A name that is allowed may be made to point at the
//! machine itself, at its neighbours, or at the service that gives clouds their keys.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Which addresses are reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AddressRule {
    /// Those of the public internet.
    #[default]
    Public,
    /// Loopback as well: for tests, whose servers are there.
    PublicAndLoopback,
}

impl AddressRule {
    /// Whether an address may be reached.
    #[must_use]
    pub fn allows(self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        let loopback = self == Self::PublicAndLoopback && address.is_loopback();
        loopback
            || match address {
                IpAddr::V4(address) => is_public(address),
                IpAddr::V6(address) => is_public_v6(address),
            }
    }
}

fn is_public(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        (0 | 10 | 127 | 224..=255, ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18..=19, _)
            | (198, 51, 100)
            | (203, 0, 113)
    );
    !special
}

/// Global unicast, without what leads to IPv4 by another name.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let global = (0x2000..0x4000).contains(&first);
    let documentation = first == 0x2001 && second == 0x0db8 || first == 0x3fff;
    let teredo = first == 0x2001 && second < 0x200;
    global && !documentation && !teredo && first != 0x2002
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_reached() {
        for address in [
            "127.0.0.1",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.100.100.200",
            "224.0.0.1",
            "255.255.255.255",
            "192.0.0.192",
            "::1",
            "::",
            "::ffff:127.0.0.1",
            "::ffff:169.254.169.254",
            "fe80::1",
            "fc00::1",
            "fd00:ec2::254",
            "ff02::1",
            "64:ff9b::a9fe:a9fe",
            "2002:7f00:1::",
            "2001::1",
            "2001:db8::1",
            "::127.0.0.1",
        ] {
            let address: IpAddr = address.parse().unwrap();
            assert!(!AddressRule::Public.allows(address), "{address}");
        }
        for address in [
            "1.1.1.1",
            "172.32.0.1",
            "100.63.0.1",
            "2606:4700::1111",
            "2a00:1450::1",
        ] {
            let address: IpAddr = address.parse().unwrap();
            assert!(AddressRule::Public.allows(address), "{address}");
        }
        let loopback = AddressRule::PublicAndLoopback;
        assert!(loopback.allows(Ipv4Addr::LOCALHOST.into()));
        assert!(!loopback.allows(Ipv4Addr::new(10, 0, 0, 1).into()));
    }
}
