//! How files are named to the user.

use std::path::Path;

/// A file's name as short as it can be: relative to the current folder if it lies there.
pub(crate) fn shown(name: &str) -> String {
    let path = Path::new(name);
    std::env::current_dir()
        .ok()
        .and_then(|here| here.canonicalize().ok())
        .and_then(|here| path.strip_prefix(here).ok().map(|p| p.display().to_string()))
        .filter(|short| !short.is_empty())
        .unwrap_or_else(|| name.to_owned())
}
