//! Which machines take a bundle: by labels, and by a share that is chosen by the ids of
//! machines. A machine keeps its place while the share grows.

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};

use crate::manifest::Rollout;

/// What a machine is, to those who roll out bundles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MachineIdentity {
    /// Its id, which nobody else has.
    pub id: String,
    /// Its labels.
    pub labels: BTreeMap<String, String>,
}

/// Whether a machine takes a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RolloutAnswer {
    /// It does.
    Take,
    /// It does not have the labels: the bundle is for others.
    OtherLabels,
    /// It is not in the share yet. Without any bundle in force it takes this one.
    NotYet,
}

impl MachineIdentity {
    /// Whether a bundle with this rollout is for the machine.
    #[must_use]
    pub fn answer(&self, rollout: &Rollout) -> RolloutAnswer {
        let mut wanted = rollout.labels.iter();
        if !wanted.all(|(name, value)| self.labels.get(name) == Some(value)) {
            return RolloutAnswer::OtherLabels;
        }
        match rollout.percent {
            Some(percent) if self.place() >= u32::from(percent) * 100 => RolloutAnswer::NotYet,
            _ => RolloutAnswer::Take,
        }
    }

    /// The machine's place from 0 to 9,999, the same for every bundle.
    fn place(&self) -> u32 {
        let digest = Sha256::digest(format!("snaphook-rollout\n{}", self.id));
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        u32::try_from(u64::from_be_bytes(first) % 10_000).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(id: usize) -> MachineIdentity {
        MachineIdentity {
            id: format!("machine-{id}"),
            labels: BTreeMap::from([("team".to_owned(), "payments".to_owned())]),
        }
    }

    fn share(percent: u8) -> Rollout {
        Rollout {
            percent: Some(percent),
            ..Rollout::default()
        }
    }

    #[test]
    fn a_share_is_about_as_large_as_it_says_and_only_grows() {
        let taking = |percent| -> Vec<usize> {
            let rollout = share(percent);
            let takes = |id: &usize| machine(*id).answer(&rollout) == RolloutAnswer::Take;
            (0..2000).filter(takes).collect()
        };
        assert_eq!(taking(0), Vec::<usize>::new());
        assert_eq!(taking(100).len(), 2000);
        let (few, more) = (taking(10), taking(30));
        assert!((150..250).contains(&few.len()), "{}", few.len());
        assert!((500..700).contains(&more.len()), "{}", more.len());
        assert!(few.iter().all(|id| more.contains(id)));
    }

    #[test]
    fn every_label_must_fit() {
        let labels = |pairs: &[(&str, &str)]| Rollout {
            labels: pairs
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            ..Rollout::default()
        };
        let one = machine(1);
        assert_eq!(
            one.answer(&labels(&[("team", "payments")])),
            RolloutAnswer::Take
        );
        for other in [
            labels(&[("team", "search")]),
            labels(&[("team", "payments"), ("os", "linux")]),
        ] {
            assert_eq!(one.answer(&other), RolloutAnswer::OtherLabels);
        }
    }
}
