//! Tools that put secrets or settings into the environment of a command.

use crate::shell::wrap::row::{JoinedWords, PLAIN, Prefix, Wrapper, prefix, sub, with};

const RUN: Prefix = Prefix {
    values: "pcet",
    dashes: true,
    code: "--command",
    joined: JoinedWords::First,
    ..PLAIN
};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    with("op doppler infisical teller akeyless envkey phase varlock", PLAIN, &[sub("run", RUN)]),
    with("aws-vault chamber saml2aws aws-okta vaulted summon-exec granted", PLAIN, &[sub("exec", Prefix { operands: 1, ..RUN })]),
    with("sops", PLAIN, &[sub("exec-env exec-file", Prefix { values: "u", operands: 1, joined: JoinedWords::Always, ..PLAIN })]),
    prefix("summon envchain envconsul consul-template vaultenv berglas", Prefix { values: "fDpce", long_values: "--provider --environment", operands: 1, optional: true, ..PLAIN }),
    prefix("aws-sso assume pass-run", Prefix { dashes: true, ..PLAIN }),
    prefix("ssh-agent", Prefix { values: "aEtOP", flags: "cDdks", ..PLAIN }),
    prefix("with-contenv", PLAIN),
    prefix("gpg-agent", Prefix { long_values: "--homedir --options", long_flags: "--daemon", ..PLAIN }),
];
