//! The page in a browser, driven by the keyboard: it counts what the native searches count.

#![forbid(unsafe_code)]

#[cfg(unix)]
#[path = "../../../ttlab/tests/all/chromium.rs"]
mod chromium;
#[cfg(unix)]
mod devtools;
#[cfg(unix)]
mod page;
