//! Read-only commands that show files, folders, the system and its processes, and
//! builtins that show something.

use super::path::has_glob;
use super::row::{EffectOperands, EffectRow, EffectWords, PLAIN};

#[rustfmt::skip]
pub(super) const ROWS: &[EffectRow] = &[
    EffectRow { names: &["ls"], flags: "1aAbBcCdfFgGhHiklmnNopqQrRsStuUvxXZ", operands: EffectOperands::Folders,
        long: "all almost-all author escape ignore-backups color[= directory classify[= file-type full-time group-directories-first no-group \
            human-readable si inode indicator-style= numeric-uid-gid literal quote-name reverse recursive size sort= time= time-style= width= \
            format= block-size= hide= help version", ..PLAIN },
    EffectRow { names: &["tree"], flags: "aACDdfFghinNpQqrsStuUvxXJ", values: "ILP", operands: EffectOperands::Folders, globs: false, separate: true,
        texts: &["-I", "-P"],
        long: "noreport dirsfirst filesfirst gitignore du prune inodes device si matchdirs ignore-case help version", ..PLAIN },
    EffectRow { names: &["stat"], flags: "fLtx", values: "c", texts: &["-c", "--format", "--printf"], long: "format= printf= terse file-system dereference help version", ..PLAIN },
    EffectRow { names: &["file"], flags: "bhikLNnr", long: "brief mime mime-type mime-encoding extension no-dereference dereference no-pad keep-going help version",
        globs: false, ..PLAIN },
    EffectRow { names: &["du"], flags: "abchHklmsSx0", values: "dBt", operands: EffectOperands::Folders,
        long: "all bytes total summarize human-readable si max-depth= apparent-size one-file-system separate-dirs threshold= time[= inodes \
            block-size= exclude= null help version", ..PLAIN },
    EffectRow { names: &["df"], flags: "ahHiklmPT", values: "Bt", long: "all human-readable si inodes local portability print-type total type= exclude-type= output[= block-size= help version", ..PLAIN },
    EffectRow { names: &["realpath", "readlink"], flags: "efmnqsz", long: "relative-to= relative-base= canonicalize canonicalize-existing canonicalize-missing no-newline quiet strip zero help version", ..PLAIN },
    EffectRow { names: &["basename", "dirname"], flags: "az", values: "s", operands: EffectOperands::Texts, long: "multiple suffix= zero help version", ..PLAIN },
    EffectRow { names: &["pwd"], flags: "LP", operands: EffectOperands::None, ..PLAIN },
    EffectRow { names: &["ps"], flags: "AacdefFHjlLMmNTvwxXyZ", values: "CGgopstuUn", operands: EffectOperands::Texts, globs: false,
        long: "sort= no-headers no-heading headers pid= ppid= user= format= forest cumulative columns= cols= width= rows= help version info", also: shows_no_environment, ..PLAIN },
    EffectRow { names: &["pgrep"], flags: "afilnovx", values: "ugGPtd", operands: EffectOperands::Texts, globs: false, ..PLAIN },
    EffectRow { names: &["date"], flags: "Ru", values: "dr", optional: "I", operands: EffectOperands::Texts, globs: false, files: &["-r", "--reference"], texts: &["-d", "--date"],
        long: "date= iso-8601[= rfc-3339= rfc-email universal utc reference= debug resolution help version", also: sets_no_clock, ..PLAIN },
    EffectRow { names: &["whoami", "tty", "lscpu", "nproc", "logname"], long: "all help version", operands: EffectOperands::None, ..PLAIN },
    EffectRow { names: &["hostname"], flags: "fsdiIA", operands: EffectOperands::None, long: "fqdn short domain ip-address all-ip-addresses", ..PLAIN },
    EffectRow { names: &["id"], flags: "agGnruzZ", operands: EffectOperands::Texts, long: "group groups name real user zero help version", ..PLAIN },
    EffectRow { names: &["groups"], operands: EffectOperands::Texts, ..PLAIN },
    EffectRow { names: &["uname"], flags: "aimnoprsv", operands: EffectOperands::None,
        long: "all kernel-name nodename kernel-release kernel-version machine processor hardware-platform operating-system help version", ..PLAIN },
    EffectRow { names: &["uptime"], flags: "ps", operands: EffectOperands::None, long: "pretty since help version", ..PLAIN },
    EffectRow { names: &["free"], flags: "bkmghltvw", operands: EffectOperands::None, long: "bytes kibi mebi gibi human lohi total wide si help version", ..PLAIN },
    EffectRow { names: &["cal"], flags: "13jmy", operands: EffectOperands::Texts, ..PLAIN },
    EffectRow { names: &["sleep"], operands: EffectOperands::Texts, ..PLAIN },
    EffectRow { names: &["seq"], flags: "w0123456789.", values: "sf", texts: &["-s", "-f", "--separator", "--format"], long: "equal-width separator= format=", operands: EffectOperands::Texts, ..PLAIN },
    EffectRow { names: &["which"], flags: "as", operands: EffectOperands::Texts, long: "all", ..PLAIN },
    EffectRow { names: &["type"], flags: "afpPt", operands: EffectOperands::Texts, ..PLAIN },
    EffectRow { names: &["command"], flags: "vV", operands: EffectOperands::Texts, globs: false, also: |parsed| parsed.has(&["-v", "-V"]), ..PLAIN },
    EffectRow { names: &["docker ps"], flags: "alqs", values: "fn", texts: &["-f", "--filter", "--format"], operands: EffectOperands::None,
        long: "all latest quiet size no-trunc filter= format= last=", ..PLAIN },
    EffectRow { names: &["docker images"], flags: "aq", values: "f", texts: &["-f", "--filter", "--format"], operands: EffectOperands::Texts, globs: false,
        long: "all digests quiet no-trunc tree filter= format=", ..PLAIN },
    // These take every word as it is; a path of `test` shows whether a file is there.
    EffectRow { names: &["test", "["], operands: EffectOperands::Paths, raw: true, globs: false, ..PLAIN },
    EffectRow { names: &["echo", "printf", "true", "false", ":"], operands: EffectOperands::Texts, raw: true, ..PLAIN },
];

/// `ps e`, without a dash, shows the environment of other processes.
fn shows_no_environment(parsed: &EffectWords<'_>) -> bool {
    let shows = |text: &str| text.contains("env");
    let mut clusters = parsed.operands.iter().map(|word| word.known());
    !clusters.any(|text| text.is_none_or(|text| text.contains('e')))
        && !parsed.values_of(&["-o", "--format"]).any(shows)
}

/// An operand that does not begin with `+` sets the clock.
fn sets_no_clock(parsed: &EffectWords<'_>) -> bool {
    let mut operands = parsed.operands.iter();
    operands.all(|word| word.head().starts_with('+') && !has_glob(word))
}
