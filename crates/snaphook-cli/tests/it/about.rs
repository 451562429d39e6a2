//! What the command says about itself: `completions`, `man`, `--version`.

use std::process::Command;

use crate::common::Folder;

/// What bash would offer after these words.
fn offered(words: &[&str]) -> String {
    let script = format!(
        "source <('{}' completions bash)\nCOMP_WORDS=({})\nCOMP_CWORD={}\n\
         _snaphook snaphook '{}' '{}'\necho \"${{COMPREPLY[@]}}\"",
        crate::common::SNAPHOOK,
        words.join(" "),
        words.len() - 1,
        words[words.len() - 1],
        words[words.len() - 2],
    );
    let output = Command::new("bash").args(["-c", &script]).output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn bash_completes_commands_events_and_options() {
    assert_eq!(offered(&["snaphook", "expl"]), "explain\n");
    assert_eq!(offered(&["snaphook", "fire", "PreT"]), "PreToolUse\n");
    assert_eq!(
        offered(&["snaphook", "list", "--event", "PreC"]),
        "PreCompact\n"
    );
    assert_eq!(offered(&["snaphook", "fire", "--tool-"]), "--tool-input\n");
}

#[test]
fn every_shell_gets_a_script() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = Folder::new().snaphook(&["completions", shell], "");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{shell}");
        assert!(ran.stdout.contains("tool-input"), "{shell}");
    }
}

#[test]
fn an_unknown_shell_is_told_the_known_ones() {
    let ran = Folder::new().snaphook(&["completions", "tcsh"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("bash, elvish, fish"), "{}", ran.stderr);
}

#[test]
fn the_manual_has_what_help_has() {
    let folder = Folder::new();
    let main = folder.snaphook(&["man"], "");
    assert_eq!(main.code, 0);
    assert!(main.stdout.starts_with(".ie"), "{}", main.stdout);
    for words in ["Exit status of every command", "snaphook\\-fire(1)"] {
        assert!(main.stdout.contains(words), "{words}");
    }

    let ran = folder.snaphook(&["man", "--dir", "man1"], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    let page = |name: &str| std::fs::read_to_string(folder.path().join("man1").join(name));
    assert_eq!(
        page("snaphook.1").unwrap().trim_end(),
        main.stdout.trim_end()
    );
    assert!(page("snaphook-fire.1").unwrap().contains("go on"));
    assert!(page("snaphook-help.1").is_err());
}

#[test]
fn the_long_version_says_how_it_was_built() {
    let folder = Folder::new();
    let short = folder.snaphook(&["-V"], "").stdout;
    assert_eq!(short, format!("snaphook {}\n", env!("CARGO_PKG_VERSION")));
    let long = folder.snaphook(&["--version"], "").stdout;
    assert!(long.starts_with(short.trim_end()), "{long}");
    for fact in [
        "target: ",
        "compiler: rustc ",
        "build: debug",
        "features: http, mcp",
    ] {
        assert!(long.contains(fact), "{fact} in {long}");
    }
}

/// A guard does not give up address randomisation for a faster start.
#[cfg(target_os = "linux")]
#[test]
fn the_command_is_not_loaded_at_a_known_address() {
    const SHARED_OBJECT: [u8; 2] = 3_u16.to_ne_bytes();
    let elf = std::fs::read(crate::common::SNAPHOOK).unwrap();
    assert_eq!(&elf[..4], b"\x7fELF");
    assert_eq!(
        elf[16..18],
        SHARED_OBJECT,
        "`readelf -h` shows EXEC, not DYN"
    );
}

/// The build that is tested is not the one that is released: nothing may link that one
/// another way.
#[test]
fn no_build_is_linked_to_a_fixed_address() {
    let crate_root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for file in [
        "build.rs",
        "Cargo.toml",
        "../../Cargo.toml",
        "../../.cargo/config.toml",
    ] {
        let text = std::fs::read_to_string(crate_root.join(file)).unwrap_or_default();
        for option in ["no-pie", "relocation-model", "-static-pie=no"] {
            assert!(!text.contains(option), "{file} has `{option}`");
        }
    }
}
