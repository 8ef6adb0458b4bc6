//! The name of the program in messages that name a command.

use std::sync::LazyLock;

/// Returns the words before a command: `ttlab`, or the value of the environment variable `TTLAB_PROGRAM`, which a
/// script that starts the program may set.
#[must_use]
pub fn program() -> &'static str {
    static PROGRAM: LazyLock<String> = LazyLock::new(|| {
        let set = std::env::var("TTLAB_PROGRAM").ok();
        set.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| "ttlab".to_owned())
    });
    &PROGRAM
}
