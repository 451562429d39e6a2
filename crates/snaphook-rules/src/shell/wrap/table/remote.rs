//! Launchers whose command runs on another machine, or in a container.

use crate::shell::wrap::row::{JoinedWords, PLAIN, Prefix, Wrapper, prefix, sub, subs, with};

const DOCKER_RUN: Prefix = Prefix {
    values: "acehlmpuvwn",
    flags: "dPtiq",
    program: "--entrypoint",
    long_values: "--add-host --annotation --attach --blkio-weight --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile --cpu-period --cpu-quota --cpu-shares --cpus --cpuset-cpus --cpuset-mems --detach-keys --device --dns --dns-option --dns-search --domainname --env --env-file --expose --gpus --group-add --health-cmd --health-interval --health-retries --health-timeout --hostname --ip --ipc --isolation --label --label-file --link --log-driver --log-opt --mac-address --memory --memory-swap --mount --name --network --network-alias --net --oom-score-adj --pid --pids-limit --platform --publish --pull --restart --runtime --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs --ulimit --user --userns --uts --volume --volume-driver --volumes-from --workdir",
    long_flags: "--detach --disable-content-trust --help --init --interactive --no-healthcheck --oom-kill-disable --privileged --publish-all --quiet --read-only --rm --sig-proxy --tty --use-api-socket",
    operands: 1,
    ..PLAIN
};
const DOCKER_EXEC: Prefix = Prefix {
    values: "euw",
    flags: "dit",
    long_values: "--detach-keys --env --env-file --user --workdir",
    long_flags: "--detach --interactive --privileged --tty",
    operands: 1,
    ..PLAIN
};
const COMPOSE_RUN: Prefix = Prefix {
    values: "euwplv",
    flags: "dTiPt",
    program: "--entrypoint",
    long_values: "--env --user --workdir --publish --label --volume --name --index --cap-add --cap-drop --env-from-file --pull",
    long_flags: "--detach --rm --no-deps --service-ports --use-aliases --build --quiet-pull --no-TTY --privileged --interactive --remove-orphans --quiet",
    operands: 1,
    ..PLAIN
};
const COMPOSE: Prefix = Prefix {
    values: "fpH",
    long_values: "--file --project-name --profile --env-file --project-directory --ansi --progress --parallel --host",
    ..PLAIN
};
const DOCKER: Prefix = Prefix {
    values: "cHl",
    flags: "D",
    long_values: "--config --context --host --log-level --tlscacert --tlscert --tlskey --url --connection --root --runroot --namespace --address",
    long_flags: "--debug --tls --tlsverify --remote",
    ..PLAIN
};
const KUBE: Prefix = Prefix {
    values: "nsv",
    long_values: "--namespace --context --cluster --user --kubeconfig --server --token --as --as-group --request-timeout --cache-dir",
    ..PLAIN
};
const KUBE_EXEC: Prefix = Prefix {
    values: "cfn",
    flags: "itq",
    long_values: "--container --filename --namespace --context --pod-running-timeout --kubeconfig --image --target",
    long_flags: "--stdin --tty --quiet",
    operands: 1,
    permutes: true,
    dashes: true,
    ..PLAIN
};
/// A name, then words for a shell there.
const SHELL: Prefix = Prefix {
    operands: 1,
    joined: JoinedWords::Always,
    starts_shell: true,
    ..PLAIN
};

#[rustfmt::skip]
pub(super) const ROWS: &[Wrapper] = &[
    prefix("ssh slogin autossh rsh remsh gsissh dropbear-ssh dbclient", Prefix { values: "BbcDEeFIiJLlMmOoPpQRSWw", flags: "46AaCfGgKkMNnqsTtVvXxYy", permutes: true, ..SHELL }).remote(),
    prefix("mosh et", Prefix { values: "p", long_values: "--ssh --client --server --predict --port --bind-server --family", ..SHELL }).remote(),
    prefix("pssh parallel-ssh pdsh clush ansible-shell dsh", Prefix { values: "hHlpotOxXAeiwgfubm", flags: "vPIqs", operands: 1, optional: true, joined: JoinedWords::Always, ..PLAIN }).remote(),
    prefix("ansible", Prefix { values: "aimuetfBPcloM", long_values: "--args --inventory --module-name --user --extra-vars --forks --limit --connection", code: "a --args", code_anywhere: true, only_code: true, ..PLAIN }).remote(),
    with("docker podman nerdctl finch", DOCKER, &[
        sub("exec", DOCKER_EXEC), sub("run create", DOCKER_RUN),
        subs("container", PLAIN, &[sub("exec", DOCKER_EXEC), sub("run create", DOCKER_RUN)]),
        subs("compose", COMPOSE, &[sub("exec", COMPOSE_RUN), sub("run", COMPOSE_RUN)]),
        subs("machine", PLAIN, &[sub("ssh", SHELL)]),
        sub("unshare", PLAIN),
        subs("sandbox buildx debug", PLAIN, &[sub("exec", DOCKER_EXEC)]),
    ]).remote(),
    with("docker-compose podman-compose", COMPOSE, &[sub("exec", COMPOSE_RUN), sub("run", COMPOSE_RUN)]).remote(),
    with("crictl runc crun ctr", PLAIN, &[sub("exec", Prefix { values: "euwcp", operands: 1, ..PLAIN }), subs("task t tasks", PLAIN, &[sub("exec", Prefix { long_values: "--exec-id --user --cwd", operands: 1, ..PLAIN })])]).remote(),
    with("kubectl oc kubecolor k3s microk8s minikube k0s", KUBE, &[
        sub("exec run debug rsh", KUBE_EXEC),
        subs("kubectl", KUBE, &[sub("exec run debug", KUBE_EXEC)]),
        sub("ssh", Prefix { values: "pn", dashes: true, joined: JoinedWords::Always, ..PLAIN }),
    ]).remote(),
    with("lxc incus multipass", PLAIN, &[sub("exec", Prefix { values: "nt", long_values: "--env --user --group --cwd --mode --working-directory", operands: 1, dashes: true, ..PLAIN })]).remote(),
    prefix("lxc-attach lxc-execute", Prefix { values: "nfvsaecoPluRg", long_values: "--name --rcfile --set-var --logfile --logpriority --lxcpath --namespaces --arch --keep-var", ..PLAIN }).remote(),
    with("limactl colima orb orbctl", PLAIN, &[sub("shell", Prefix { long_values: "--workdir --shell", operands: 1, optional: true, ..PLAIN }), sub("ssh run", Prefix { values: "mup", dashes: true, ..PLAIN })]).remote(),
    prefix("lima lima-run", PLAIN).remote(),
    with("distrobox toolbox", PLAIN, &[sub("enter run", Prefix { values: "cdrn", long_values: "--container --distro --release --name", operands: 1, optional: true, dashes: true, command: "e --exec", ..PLAIN })]).remote(),
    prefix("distrobox-enter", Prefix { values: "n", operands: 1, optional: true, dashes: true, command: "e", ..PLAIN }).remote(),
    prefix("wsl wsl.exe", Prefix { values: "du", long_values: "--distribution --user --cd --shell-type", command: "e --exec", joined: JoinedWords::First, ..PLAIN }).remote(),
    with("vagrant", PLAIN, &[sub("ssh", Prefix { code: "c --command", code_anywhere: true, only_code: true, starts_shell: true, ..PLAIN })]).remote(),
    with("adb hdc", Prefix { values: "sHPtL", flags: "ade", ..PLAIN }, &[sub("shell exec-out", Prefix { values: "e", flags: "nTtx", joined: JoinedWords::Always, starts_shell: true, ..PLAIN })]).remote(),
    with("machinectl", Prefix { values: "MHEp", ..PLAIN }, &[sub("shell", Prefix { values: "E", long_values: "--uid --setenv", operands: 1, starts_shell: true, ..PLAIN })]).remote(),
    with("gcloud", PLAIN, &[subs("compute alpha beta", PLAIN, &[sub("ssh", Prefix { code: "--command", code_anywhere: true, dashes: true, joined: JoinedWords::Always, ..PLAIN }), subs("compute tpus", PLAIN, &[sub("ssh", Prefix { code: "--command", code_anywhere: true, dashes: true, joined: JoinedWords::Always, ..PLAIN })])])]).remote(),
    with("az", PLAIN, &[sub("ssh", Prefix { dashes: true, joined: JoinedWords::Always, ..PLAIN })]).remote(),
    with("fly flyctl", PLAIN, &[subs("ssh", PLAIN, &[sub("console", Prefix { code: "C --command", code_anywhere: true, only_code: true, ..PLAIN })])]).remote(),
    with("heroku railway render", PLAIN, &[sub("run ssh", Prefix { values: "aser", long_values: "--app --size --env --remote --type", joined: JoinedWords::Always, ..PLAIN }), sub("run:detached run:inside", Prefix { values: "a", joined: JoinedWords::Always, ..PLAIN })]).remote(),
    with("gh", PLAIN, &[subs("codespace cs", PLAIN, &[sub("ssh", Prefix { values: "cR", joined: JoinedWords::Always, dashes: true, ..PLAIN })])]).remote(),
    with("tsh teleport tailscale", PLAIN, &[sub("ssh", Prefix { values: "lp", ..SHELL })]).remote(),
    with("salt-ssh bolt", PLAIN, &[sub("command", Prefix { operands: 0, joined: JoinedWords::Always, ..PLAIN })]).remote(),
];
