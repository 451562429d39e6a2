//! The files of a new pack. It is a plugin of Claude Code, too.

/// The files of a pack of this name, with their texts.
pub(super) fn files(name: &str) -> Vec<(&'static str, String)> {
    let files = [
        (".claude-plugin/plugin.json", MANIFEST),
        ("hooks/hooks.json", HOOKS),
        ("scripts/guard.sh", GUARD),
        ("tests/guard.hooktest.json", TESTS),
        (".github/workflows/test.yml", CI),
        ("README.md", README),
    ];
    files
        .map(|(path, text)| (path, text.replace("NAME", name)))
        .to_vec()
}

const MANIFEST: &str = r#"{
  "name": "NAME",
  "version": "0.1.0",
  "description": "Denies pushes that overwrite the history of others"
}
"#;

const HOOKS: &str = r#"{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Bash",
        "hooks": [
          {
            "name": "NAME",
            "type": "command",
            "command": "\"${CLAUDE_PLUGIN_ROOT}\"/scripts/guard.sh",
            "if": "Bash(git push *)",
            "timeout": 10,
            "onFailure": "block"
          }
        ]
      }
    ]
  }
}
"#;

const GUARD: &str = r#"#!/bin/sh
# Denies a push that overwrites history. The input is JSON on stdin; exit 2 denies, and
# stderr is the reason.
case $(cat) in
*'push --force'* | *'push -f'*)
  echo 'a forced push overwrites the commits of others; push to a branch of your own' >&2
  exit 2
  ;;
esac
"#;

const TESTS: &str = r#"{
  "settings": "../hooks/hooks.json",
  "cases": [
    {
      "name": "a forced push is denied",
      "input": { "hook_event_name": "PreToolUse", "tool_name": "Bash",
                 "tool_input": { "command": "git push --force origin main" } },
      "expect": { "blocked": true, "blockReason": { "$contains": "overwrites" } },
      "expectExit": 2
    },
    {
      "name": "an ordinary push goes on",
      "input": { "hook_event_name": "PreToolUse", "tool_name": "Bash",
                 "tool_input": { "command": "git push origin topic" } },
      "expect": { "blocked": false, "hooks": [{ "name": "NAME", "status": "success" }] },
      "expectExit": 0
    }
  ]
}
"#;

const CI: &str = "\
name: test
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: pipx install snaphook
      - run: snaphook check --deny-warnings .
      - run: snaphook pack test .
";

const README: &str = "\
# NAME

Hooks for AI agents: denies pushes that overwrite the history of others.

```sh
snaphook pack add github:OWNER/NAME@v0.1.0
```

## Working on it

```sh
snaphook pack test .      # runs tests/*.hooktest.json with these hooks
snaphook check .          # finds mistakes
```

A release is a tag. To sign it, sign the list of the files, and commit the signature
before you tag:

```sh
snaphook pack listing . > /tmp/listing
ssh-keygen -Y sign -n snaphook-pack -f ~/.ssh/id_ed25519 /tmp/listing
mv /tmp/listing.sig snaphook-pack.sig
```
";
