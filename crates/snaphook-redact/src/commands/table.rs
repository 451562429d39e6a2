//! The table. Options whose names say that they are secret (`--password`, `--token`)
//! need no row.

use super::row::SecretOption::{Attached, Long, Prefix, Short};
use super::row::SecretPart::{All, Behind, Cookie, Header, PassPrefix, Slash};
use super::row::{CommandRow, StdinSecret, operand, row};

pub(super) const ROWS: &[CommandRow] = &[
    // Registries and clusters.
    row(&[
        "docker", "podman", "nerdctl", "buildah", "oc", "helm", "az", "registry", "bw",
    ])
    .sub("login")
    .options(&[Short('p', All)])
    .stdin(StdinSecret::With(&["--password-stdin"])),
    row(&["skopeo", "podman", "buildah"]).options(&[
        Long("--creds", Behind(':')),
        Long("--src-creds", Behind(':')),
        Long("--dest-creds", Behind(':')),
    ]),
    row(&["docker", "podman"])
        .sub("secret")
        .stdin(StdinSecret::With(&["create"])),
    row(&["kubectl", "oc", "k"])
        .sub("secret")
        .options(&[Long("--from-literal", Behind('='))]),
    row(&["rclone", "nmcli", "setx", "mysqladmin", "redis-cli"]).named(),
    row(&[
        "npm", "yarn", "pnpm", "poetry", "git", "aws", "gcloud", "pip", "composer", "conda",
    ])
    .sub("config")
    .named(),
    row(&["aws"]).sub("configure").named(),
    row(&["poetry"])
        .sub("config")
        .operands(&[operand("config", 2), operand("pypi-token.pypi", 0)]),
    row(&["poetry", "twine", "flit", "hatch"]).options(&[Short('p', All)]),
    row(&["aws"])
        .sub("put-parameter")
        .options(&[Long("--value", All)]),
    row(&["aws"]).options(&[Long("--secret-string", All)]),
    row(&["az"]).options(&[Long("--account-key", All), Long("--sas-token", All)]),
    row(&["az"]).sub("secret").options(&[Long("--value", All)]),
    row(&["gh"])
        .sub("secret")
        .options(&[Short('b', All), Long("--body", All)])
        .stdin(StdinSecret::With(&["set"])),
    row(&["gh", "glab"])
        .sub("login")
        .stdin(StdinSecret::With(&["--with-token", "--stdin"])),
    row(&["fly", "flyctl"]).sub("secrets").operands(&[
        operand("set", 0).part(Behind('=')),
        operand("set", 1).part(Behind('=')),
        operand("set", 2).part(Behind('=')),
        operand("set", 3).part(Behind('=')),
    ]),
    row(&["wrangler", "gcloud", "pulumi", "chamber", "doppler"])
        .sub("secret")
        .stdin(StdinSecret::With(&["put", "create", "add", "set"])),
    row(&["gcloud"])
        .sub("secrets")
        .stdin(StdinSecret::With(&["create", "add"])),
    row(&["vault"])
        .sub("login")
        .operands(&[operand("login", 0)])
        .stdin(StdinSecret::With(&["-"])),
    row(&["cargo"])
        .sub("login")
        .operands(&[operand("login", 0).valued(&["--registry"])]),
    row(&["bw"]).operands(&[operand("login", 1), operand("unlock", 0)]),
    row(&["mc"])
        .sub("alias")
        .operands(&[operand("set", 2), operand("set", 3)]),
    // Databases.
    row(&[
        "mysql",
        "mariadb",
        "mysqldump",
        "mysqladmin",
        "mysqlimport",
        "mysqlshow",
        "mycli",
    ])
    .options(&[Attached('p', All)]),
    row(&["redis-cli", "valkey-cli", "keydb-cli"])
        .options(&[Short('a', All), Long("--pass", All)])
        .operands(&[operand("AUTH", 0), operand("requirepass", 0)]),
    row(&[
        "mongo",
        "mongosh",
        "mongodump",
        "mongorestore",
        "mongoexport",
        "mongoimport",
        "cqlsh",
        "rabbitmqadmin",
    ])
    .options(&[Short('p', All)]),
    row(&["sqlcmd", "bcp", "isql", "tsql"]).options(&[Short('P', All)]),
    row(&["sqlplus", "sqlldr", "expdp", "impdp", "rman"])
        .operands(&[operand("", 0).part(Slash), operand("", 1).part(Slash)]),
    row(&["rabbitmqctl"]).operands(&[
        operand("add_user", 1),
        operand("change_password", 1),
        operand("authenticate_user", 1),
    ]),
    row(&["mosquitto_pub", "mosquitto_sub"]).options(&[Short('P', All)]),
    // Machines and directories.
    row(&[
        "ldapsearch",
        "ldapadd",
        "ldapmodify",
        "ldapdelete",
        "ldapwhoami",
        "ldappasswd",
    ])
    .options(&[Short('w', All), Short('s', All)]),
    row(&["smbclient", "rpcclient", "smbget", "net"])
        .options(&[Short('U', Behind('%')), Long("--user", Behind('%'))]),
    row(&["smbclient"]).operands(&[operand("", 1).valued(&[
        "-U", "-W", "-c", "-D", "-I", "-p", "-t", "-m", "-A", "-L", "-n", "--user",
    ])]),
    row(&["net"]).sub("use").operands(&[operand("use", 2)]),
    row(&["sshpass"]).options(&[Short('p', All)]),
    row(&["ssh-keygen"]).options(&[Short('N', All), Short('P', All)]),
    row(&["ipmitool"]).options(&[Short('P', All)]),
    row(&["snmpwalk", "snmpget", "snmpset", "snmpbulkwalk"])
        .options(&[Short('A', All), Short('X', All)]),
    row(&["xfreerdp", "wfreerdp", "xfreerdp3"]).options(&[Prefix("/p:")]),
    row(&[
        "rdesktop",
        "psexec",
        "psexec64",
        "crackmapexec",
        "netexec",
        "nxc",
        "evil-winrm",
    ])
    .options(&[Short('p', All)]),
    row(&["wpa_passphrase"]).operands(&[operand("", 1)]),
    row(&["lftp", "ncftp", "ncftpget"]).options(&[Short('u', Behind(','))]),
    row(&["dscl"]).operands(&[operand("-passwd", 1), operand("-passwd", 2)]),
    row(&["security"]).options(&[Short('w', All), Short('p', All), Short('P', All)]),
    row(&["convertto-securestring"])
        .options(&[Long("-String", All)])
        .operands(&[operand("", 0)]),
    // Accounts.
    row(&["useradd", "usermod", "groupmod", "adduser"]).options(&[Short('p', All)]),
    row(&["htpasswd"]).operands(&[
        operand("", 2).flag('b').valued(&["-C", "-r"]),
        operand("", 1).flag('n').valued(&["-C", "-r"]),
    ]),
    row(&["htpasswd"]).stdin(StdinSecret::Letter('i', "-i")),
    row(&["sudo", "doas"]).stdin(StdinSecret::Letter('S', "--stdin")),
    row(&[
        "su",
        "chpasswd",
        "cryptsetup",
        "kinit",
        "veracrypt",
        "smbpasswd",
    ])
    .stdin(StdinSecret::Always),
    row(&["passwd"]).stdin(StdinSecret::With(&["--stdin", "-s"])),
    // Files.
    row(&["gpg", "gpg2"]).stdin(StdinSecret::With(&["--passphrase-fd", "--passphrase-fd=0"])),
    row(&["openssl"])
        .options(&[
            Long("-passin", PassPrefix),
            Long("-passout", PassPrefix),
            Long("-pass", PassPrefix),
            Long("-password", PassPrefix),
            Long("-k", All),
            Long("-K", All),
            Long("-hmac", All),
            Long("-psk", All),
        ])
        .stdin(StdinSecret::With(&["stdin", "fd:0"])),
    row(&["openssl"]).operands(&[operand("passwd", 0).valued(&["-salt", "-in"])]),
    row(&["zip", "unzip", "zipcloak"]).options(&[Short('P', All)]),
    row(&["7z", "7za", "7zr", "7zz", "rar", "unrar"]).options(&[Attached('p', All)]),
    row(&["keytool", "jarsigner", "apksigner"]).options(&[
        Long("-storepass", All),
        Long("-keypass", All),
        Long("-srcstorepass", All),
        Long("-deststorepass", All),
        Long("-new", All),
        Long("--ks-pass", PassPrefix),
        Long("--key-pass", PassPrefix),
    ]),
    row(&["pdftotext", "pdfimages", "pdfinfo", "pdftoppm"])
        .options(&[Long("-upw", All), Long("-opw", All)]),
    // HTTP.
    row(&["curl"]).options(&[
        Short('u', Behind(':')),
        Short('U', Behind(':')),
        Short('b', Cookie),
        Short('H', Header),
        Short('E', Behind(':')),
        Long("--user", Behind(':')),
        Long("--proxy-user", Behind(':')),
        Long("--cookie", Cookie),
        Long("--header", Header),
        Long("--proxy-header", Header),
        Long("--oauth2-bearer", All),
        Long("--cert", Behind(':')),
        Long("--proxy-cert", Behind(':')),
        Long("--pass", All),
        Long("--proxy-pass", All),
    ]),
    row(&[
        "wget", "aria2c", "ffmpeg", "grpcurl", "websocat", "wscat", "hey", "oha", "ab", "wrk",
        "k6", "vegeta",
    ])
    .options(&[
        Short('H', Header),
        Long("--header", Header),
        Long("-header", Header),
    ]),
    row(&["ab"]).options(&[Short('A', Behind(':')), Short('C', Cookie)]),
    row(&["http", "https", "httpie", "xh", "xhs"])
        .options(&[Short('a', Behind(':')), Long("--auth", Behind(':'))])
        .operands(&[
            operand("", 0).part(Header),
            operand("", 1).part(Header),
            operand("", 2).part(Header),
            operand("", 3).part(Header),
            operand("", 4).part(Header),
        ]),
];
