//! What the user calls the program, for messages that name a command.

use std::sync::LazyLock;

/// The words before a command: `ttlab`, or what the environment variable `TTLAB_PROGRAM` holds, which a script that
/// starts the program may set.
///
/// ```
/// assert_eq!(experiments::program(), "ttlab");
/// ```
#[must_use]
pub fn program() -> &'static str {
    static PROGRAM: LazyLock<String> = LazyLock::new(|| {
        let set = std::env::var("TTLAB_PROGRAM").ok();
        set.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| "ttlab".to_owned())
    });
    &PROGRAM
}
