//! `ttlab completions`: a script with which a shell completes command lines.

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

use super::arguments::print;

pub(super) const EXAMPLES: &str = "\
Install it for yourself, and begin a new shell:
  ttlab completions bash > ~/.local/share/bash-completion/completions/ttlab
  ttlab completions zsh > ~/.zfunc/_ttlab
  ttlab completions fish > ~/.config/fish/completions/ttlab.fish
  ttlab completions powershell >> $PROFILE
  ttlab completions elvish >> ~/.config/elvish/rc.elv

Make the folder first if there is none. bash needs the package bash-completion, or \
`source <(ttlab completions bash)` in ~/.bashrc; zsh needs `fpath+=~/.zfunc` in ~/.zshrc, before `compinit`.";

#[derive(Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

pub(super) fn run(arguments: &Completions, mut command: Command) -> Result<()> {
    // Straight to standard output it would panic where nothing can be written.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "ttlab", &mut script);
    print(String::from_utf8_lossy(&script))
}
