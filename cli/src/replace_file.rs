//! Files that are written whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Replaces a file by these bytes, or creates it. Whoever reads it meanwhile sees the old file
/// or the new one, never a part. A link stays a link, and permissions stay.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder"));
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    let existing = fs::metadata(&target).ok().map(|m| m.permissions());
    #[cfg(unix)]
    {
        // What any new file gets, before the user's mask.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(".chator").tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(permissions) = existing {
        fs::set_permissions(file.path(), permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}
