//! Checks the links of the built book: each relative link has to lead to a file.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::repo;

/// Returns the broken links of the pages in `dir` and its subdirectories, one line for each.
pub(crate) fn broken_links(dir: &Path) -> Result<Vec<String>> {
    let mut broken = Vec::new();
    let pages =
        repo::files_below(dir)?.into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "html"));
    for name in pages {
        let path = dir.join(&name);
        let page = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let dangling = relative(&page).filter(|link| !path.with_file_name("").join(link).exists());
        broken.extend(dangling.map(|link| format!("{}: there is no {link}", name.display())));
    }
    broken.sort();
    broken.dedup();
    Ok(broken)
}

/// Returns the files that `page` links to by relative addresses.
fn relative(page: &str) -> impl Iterator<Item = &str> {
    let links = page.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let has_scheme = |link: &str| link.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':'));
    links
        .filter(move |link| !link.starts_with('/') && !has_scheme(link))
        .filter_map(|link| link.split(['?', '#']).next())
        .filter(|file| !file.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_other_pages_are_found() {
        let page = "<link href=\"css/a.css?v=1\"><a id=\"x\" href=\"../b.html#here\">b</a> <a href=\"#top\">top</a>\
                    <a href=\"https://example.org/c.html\">c</a> <a href=\"mailto:d@example.org\">d</a>\
                    <code>href=&quot;e.html&quot;</code> <a href=\"//example.org/f\">f</a> <a href=\"\">g</a>";
        assert_eq!(relative(page).collect::<Vec<_>>(), ["css/a.css", "../b.html"]);
    }

    #[test]
    fn a_link_to_nothing_is_told() {
        let dir = repo::target().unwrap().join("broken-links");
        fs::create_dir_all(dir.join("deep")).unwrap();
        let link = |to: &str| format!("<p><a href=\"{to}\">a page</a></p>");
        fs::write(dir.join("index.html"), link("deep/page.html#part") + &link("deep/README.html")).unwrap();
        fs::write(dir.join("deep/page.html"), link("../index.html") + &link("index.html")).unwrap();
        let told = ["deep/page.html: there is no index.html", "index.html: there is no deep/README.html"];
        assert_eq!(broken_links(&dir).unwrap(), told);
        fs::remove_dir_all(dir).unwrap();
    }
}
