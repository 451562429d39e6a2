//! Package managers that run what a package brings.

use crate::shell::wrap::row::{
    JoinedWords, PLAIN, Prefix, RunningSubcommand, Wrapper, WrapperKind, prefix, sub, subs, with,
};

/// Runs a package by its name.
const BY_NAME: Prefix = Prefix {
    version: true,
    ..PLAIN
};

const NPX: Prefix = Prefix {
    values: "pcw",
    flags: "yq",
    long_values: "--package --workspace --cache --userconfig --node-options -n --shell --registry --prefix",
    long_flags: "--yes --no --no-install --ignore-existing --quiet --workspaces --include-workspace-root --offline --prefer-offline",
    code: "c --call",
    version: true,
    ..PLAIN
};

const UV_RUN: Prefix = Prefix {
    values: "ipPnCd",
    flags: "qvsm",
    long_values: "--extra --group --no-group --only-group --no-extra --env-file --with --with-editable --with-requirements --package --python --index --default-index --index-url --extra-index-url --find-links --directory --project --config-file --cache-dir --from --color --refresh-package --upgrade-package --reinstall-package --constraints --overrides --python-platform --index-strategy --keyring-provider --resolution --prerelease --link-mode --exclude-newer --config-setting --no-build-package --no-binary-package",
    long_flags: "--all-extras --no-dev --dev --only-dev --no-default-groups --all-groups --no-editable --no-env-file --isolated --active --no-sync --locked --frozen --all-packages --no-project --offline --quiet --verbose --no-cache --refresh --reinstall --upgrade --module --script --gui-script --exact --managed-python --no-managed-python --no-config --no-progress --no-index --no-build --no-binary --lfs",
    version: true,
    ..PLAIN
};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    prefix("npx", NPX),
    prefix("bunx pnpx yarnpkg-dlx", Prefix { values: "p", flags: "yq", long_values: "--package -p", long_flags: "--bun --silent", code: "c --shell-mode", ..BY_NAME }),
    prefix("uvx", UV_RUN),
    with("uv", Prefix { long_values: "--directory --project --config-file --cache-dir --color --python-preference --python-fetch --allow-insecure-host", long_flags: "--quiet --verbose --offline --no-cache --no-config --no-progress --native-tls --managed-python", flags: "qvn", ..PLAIN },
        &[sub("run", UV_RUN), subs("tool", PLAIN, &[sub("run", UV_RUN)])]),
    with("npm", Prefix { long_values: "--prefix --workspace --cache --userconfig --loglevel --registry", values: "wC", ..PLAIN }, &[sub("exec x", NPX)]),
    with("pnpm", Prefix { long_values: "--dir --filter --workspace-dir --loglevel --reporter", values: "CF", flags: "rw", ..PLAIN },
        &[sub("exec dlx x", Prefix { values: "p", long_values: "--package --allow-build", flags: "r", long_flags: "--recursive --parallel --silent --no-bail", code: "c --shell-mode", ..BY_NAME })]),
    with("yarn yarnpkg", Prefix { long_values: "--cwd", ..PLAIN },
        &[sub("exec dlx run", Prefix { values: "p", flags: "qTB", long_values: "--package", ..BY_NAME }),
          sub("workspace", Prefix { operands: 2, ..PLAIN }),
          subs("workspaces", PLAIN, &[sub("foreach", Prefix { long_values: "--from --include --exclude --jobs", values: "j", flags: "AvRWpti", ..PLAIN })])]),
    with("bun", Prefix { long_values: "--cwd --config", ..PLAIN }, &[sub("x run", Prefix { values: "p", long_values: "--package --cwd --shell", long_flags: "--bun --silent", ..BY_NAME }), sub("exec", Prefix { joined: JoinedWords::Always, ..PLAIN })]),
    prefix("corepack", BY_NAME),
    with("lerna nx", Prefix { long_values: "--scope --ignore --concurrency", ..PLAIN }, &[sub("exec", Prefix { long_values: "--scope --ignore --concurrency --projects", dashes: true, ..PLAIN })]),
    prefix("cross-env cross-env-shell env-cmd dotenv dotenv-cli dotenvx", Prefix { values: "efpvrc", long_values: "--file --environments --rc-file", assigns: true, joined: JoinedWords::First, dashes: true, ..PLAIN }),
    with("poetry pipenv pdm rye hatch pixi flit tox", Prefix { values: "CPepv", long_values: "--directory --project --env --python --config", ..PLAIN },
        &[sub("run exec r", Prefix { values: "pef", long_values: "--project --env --environment --manifest-path --venv", long_flags: "--site-packages --no-site-packages", ..PLAIN })]),
    with("pipx", Prefix { long_values: "--python", ..PLAIN },
        &[sub("run", Prefix { values: "i", flags: "qv", long_values: "--spec --python --index-url --pip-args --with --path --fetch-missing-python --backend", long_flags: "--no-cache --pypackages --verbose --quiet --system-site-packages", version: true, ..PLAIN })]),
    with("conda mamba micromamba", Prefix { values: "npr", long_values: "--name --prefix --root-prefix", ..PLAIN },
        &[sub("run", Prefix { values: "npa", flags: "vde", long_values: "--name --prefix --cwd --attach --label --env", long_flags: "--no-capture-output --live-stream --verbose --dev --debug-wrapper-scripts --detach --clean-env", ..PLAIN })]),
    with("bundle bundler", Prefix { values: "r", long_values: "--gemfile --retry", ..PLAIN }, &[sub("exec e ex exe", Prefix { long_values: "--gemfile", long_flags: "--keep-file-descriptors", ..PLAIN })]),
    with("gem", PLAIN, &[sub("exec", Prefix { values: "vg", long_values: "--version --gem", ..BY_NAME })]),
    with("composer", Prefix { values: "d", long_values: "--working-dir", ..PLAIN }, &[sub("exec", PLAIN)]),
    with("opam esy spago", Prefix { long_values: "--switch --root", ..PLAIN }, &[sub("exec", Prefix { long_values: "--switch --root", dashes: true, ..PLAIN })]),
    with("stack cabal dune", Prefix { long_values: "--resolver --stack-yaml --root --profile", ..PLAIN }, &[sub("exec runghc", Prefix { long_values: "--package --root --profile --ghc-options", ..PLAIN })]),
    with("mix", PLAIN, &[sub("cmd do", Prefix { joined: JoinedWords::First, ..PLAIN })]),
    with("go", Prefix { values: "C", ..PLAIN }, &[sub("run test", Prefix { code: "-exec -toolexec --exec --toolexec", only_code: true, ..PLAIN }), sub("build install vet generate", Prefix { code: "-toolexec --toolexec -vettool", only_code: true, ..PLAIN })]),
    with("nix", Prefix { values: "L", pairs: "--option --override-input", long_values: "--extra-experimental-features --experimental-features --max-jobs --cores --store --log-format --include", long_flags: "--verbose --quiet --impure --offline", ..PLAIN }, &[
        NIX,
        RunningSubcommand { names: "run", kind: WrapperKind::NixRun },
    ]),
    prefix("nix-shell", Prefix { values: "pAIi", pairs: "--option --arg --argstr", long_values: "--attr --packages --keep --exclude", code: "--run --command", code_anywhere: true, only_code: true, starts_shell: true, ..PLAIN }),
    with("guix", PLAIN, &[sub("shell environment", Prefix { dashes: true, only_code: true, ..PLAIN }), subs("time-machine", Prefix { dashes: true, ..PLAIN }, &[sub("shell environment", Prefix { dashes: true, only_code: true, ..PLAIN })])]),
    with("flox devbox devenv", PLAIN, &[sub("activate run shell", Prefix { values: "drec", dashes: true, code: "c", ..PLAIN })]),
];

const NIX: RunningSubcommand = sub(
    "develop shell print-dev-env",
    Prefix {
        command: "c --command",
        pairs: "--option --override-input --arg --argstr",
        values: "fik",
        long_values: "--file --keep --unset --profile --redirect --set-env-var",
        permutes: true,
        only_code: true,
        starts_shell: true,
        ..PLAIN
    },
);
