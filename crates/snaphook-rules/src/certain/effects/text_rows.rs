//! Read-only commands that show, search, sort and compare text.
//!
//! What is left out on purpose: options that write (`sort -o`, `xxd -r`, a second
//! operand of `uniq`), run (`rg --pre`, `sort --compress-program`, `diff -l`, `file
//! -z`), read a list of other files (`--files0-from`, `sha256sum -c`), or follow
//! links that lead out of a folder (`grep -R`, `diff -r`).

use super::path::has_glob;
use super::row::{EffectOperands, EffectRow, EffectWords, PLAIN};

/// At most one operand, and it comes to one word: a second is written to. `xxd`, and
/// `uniq` of other systems, take an option behind the first for the second.
fn one_operand(parsed: &EffectWords<'_>) -> bool {
    parsed.operands.len() <= 1
        && !parsed.has_late_option
        && !parsed.operands.iter().any(|word| has_glob(word))
}

/// `@file` holds further words of the command.
fn no_response_file(parsed: &EffectWords<'_>) -> bool {
    let plain = |head: &str| !head.is_empty() && !head.starts_with('@');
    parsed.operands.iter().all(|word| plain(word.head()))
}

#[rustfmt::skip]
pub(super) const ROWS: &[EffectRow] = &[
    EffectRow { names: &["cat"], flags: "AbEenstTuv",
        long: "show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting help version", ..PLAIN },
    EffectRow { names: &["head"], flags: "qvz0123456789", values: "cn", long: "bytes= lines= quiet silent verbose zero-terminated help version", ..PLAIN },
    EffectRow { names: &["tail"], flags: "fFqrvz0123456789", values: "cns",
        long: "bytes= lines= follow[= retry pid= sleep-interval= quiet silent verbose zero-terminated help version", ..PLAIN },
    EffectRow { names: &["wc"], flags: "clLmw", long: "bytes chars lines words max-line-length total= help version", ..PLAIN },
    EffectRow { names: &["tac"], flags: "br", values: "s", texts: &["-s"], ..PLAIN },
    EffectRow { names: &["rev"], ..PLAIN },
    EffectRow { names: &["nl"], flags: "p", values: "bdfhilnsvw", texts: &["-d", "-s"], ..PLAIN },
    EffectRow { names: &["cut"], flags: "nsz", values: "bcdf", texts: &["-d", "--delimiter", "--output-delimiter"],
        long: "bytes= characters= delimiter= fields= complement only-delimited output-delimiter= zero-terminated help version", ..PLAIN },
    EffectRow { names: &["sort"], flags: "bcCdfghiMmnRrsuVz", values: "kSt", texts: &["-t", "--field-separator"], globs: false,
        long: "ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort month-sort numeric-sort random-sort \
            version-sort reverse sort= check[= merge key= field-separator= stable unique buffer-size= parallel= zero-terminated debug help version", ..PLAIN },
    EffectRow { names: &["uniq"], flags: "cDdiuz", values: "fsw", globs: false, also: one_operand,
        long: "count repeated unique ignore-case skip-fields= skip-chars= check-chars= all-repeated[= group[= zero-terminated help version", ..PLAIN },
    EffectRow { names: &["tr"], flags: "cCdst", long: "complement delete squeeze-repeats truncate-set1 help version", operands: EffectOperands::Texts, ..PLAIN },
    EffectRow { names: &["fold"], flags: "bs", values: "w", ..PLAIN },
    EffectRow { names: &["expand", "unexpand"], flags: "ai", values: "t", ..PLAIN },
    EffectRow { names: &["paste"], flags: "sz", values: "d", texts: &["-d"], ..PLAIN },
    EffectRow { names: &["join"], flags: "i", values: "12aejotv", texts: &["-t", "-e"], ..PLAIN },
    EffectRow { names: &["comm"], flags: "123iz", ..PLAIN },
    EffectRow { names: &["column"], flags: "tnx", values: "cs", texts: &["-s"], ..PLAIN },
    EffectRow { names: &["od"], flags: "abcdfilosvx", values: "AjNt", ..PLAIN },
    EffectRow { names: &["hexdump"], flags: "bCcdovx", values: "ens", texts: &["-e"], ..PLAIN },
    // It reads a cluster of letters as the first of them: only `-l 5` is what it looks like.
    EffectRow { names: &["xxd"], values: "cls", separate: true, globs: false, also: one_operand, ..PLAIN },
    EffectRow { names: &["strings"], flags: "aw", values: "nt", globs: false, also: no_response_file, ..PLAIN },
    EffectRow { names: &["base64", "base32"], flags: "d", values: "w", long: "decode wrap= help version", globs: false, also: one_operand, ..PLAIN },
    EffectRow { names: &["md5sum", "sha1sum", "sha224sum", "sha256sum", "sha384sum", "sha512sum", "b2sum", "cksum", "sum"], flags: "bt",
        long: "binary text tag zero help version", ..PLAIN },
    EffectRow { names: &["shasum"], flags: "bt", values: "a", ..PLAIN },
    EffectRow { names: &["cmp"], flags: "bls", values: "in", long: "print-bytes verbose quiet silent bytes= ignore-initial= help version", ..PLAIN },
    EffectRow { names: &["diff"], flags: "abBcdeEHinNpqstTuwyZr", values: "CIUWx", globs: false,
        texts: &["-I", "-x", "--exclude", "--ignore-matching-lines", "--label"],
        long: "brief report-identical-files context[= unified[= side-by-side suppress-common-lines left-column width= ignore-case ignore-all-space \
            ignore-space-change ignore-trailing-space ignore-tab-expansion ignore-blank-lines ignore-matching-lines= text minimal new-file \
            recursive no-dereference exclude= color[= expand-tabs initial-tab strip-trailing-cr show-c-function label= normal help version",
        also: |parsed| !parsed.has(&["-r", "--recursive"]) || parsed.has(&["--no-dereference"]), ..PLAIN },
    EffectRow { names: &["grep", "egrep", "fgrep"], flags: "abcEFGhHiIlLnoPqrsTUvVwxyzZ0123456789", values: "ABCDdefm",
        texts: &["-e", "--regexp", "--include", "--exclude", "--exclude-dir"], files: &["-f", "--file"],
        operands: EffectOperands::Pattern(&["-e", "-f", "--regexp", "--file"]),
        long: "after-context= before-context= context= color[= colour[= count ignore-case no-ignore-case invert-match word-regexp line-regexp \
            extended-regexp fixed-strings basic-regexp perl-regexp files-with-matches files-without-match max-count= only-matching quiet silent \
            no-messages byte-offset with-filename no-filename line-number null null-data text binary-files= include= exclude= exclude-dir= \
            recursive line-buffered initial-tab regexp= file= help version", ..PLAIN },
    EffectRow { names: &["rg"], flags: "acFhHIilnNopPqSsUuVvwx0.", values: "ABCdEefgjMmrTt", globs: false,
        texts: &["-e", "--regexp", "-g", "--glob", "--iglob", "-r", "--replace"], files: &["-f", "--file"],
        operands: EffectOperands::Pattern(&["-e", "-f", "--regexp", "--file", "--files", "--type-list"]),
        long: "after-context= before-context= context= color= colors= column no-column count count-matches case-sensitive ignore-case smart-case \
            fixed-strings file= files files-with-matches files-without-match glob= iglob= hidden no-hidden heading no-heading invert-match json \
            line-number no-line-number line-regexp word-regexp max-count= max-depth= max-columns= max-filesize= multiline multiline-dotall \
            no-filename with-filename no-ignore no-ignore-vcs no-ignore-parent no-messages null only-matching passthru pcre2 pretty quiet \
            regexp= replace= sort= sortr= stats text threads= trim type= type-not= type-list unrestricted vimgrep no-config version help \
            one-file-system byte-offset crlf line-buffered", ..PLAIN },
];
