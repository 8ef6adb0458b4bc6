//! `ttlab completions`: shell completion scripts.

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use super::printing::print;

pub(super) const EXAMPLES: &str = "\
Install the script for your user, and start a new shell:
  ttlab completions bash > ~/.local/share/bash-completion/completions/ttlab
  ttlab completions zsh > ~/.zfunc/_ttlab
  ttlab completions fish > ~/.config/fish/completions/ttlab.fish
  ttlab completions powershell >> $PROFILE
  ttlab completions elvish >> ~/.config/elvish/rc.elv

Create the directory first if it is missing. bash needs the package bash-completion, or \
`source <(ttlab completions bash)` in ~/.bashrc. zsh needs `fpath+=~/.zfunc` in ~/.zshrc, before `compinit`.";

#[derive(Args)]
pub(super) struct Completions {
    /// Shell
    shell: Shell,
}

pub(super) fn run(arguments: &Completions, mut command: Command) -> Result<()> {
    // If standard output cannot be written, `generate` would panic.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "ttlab", &mut script);
    print(String::from_utf8_lossy(&script))
}
