//! Pictures as PNG, for programs that cannot show SVG.

use std::sync::{Arc, LazyLock};

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, Options, Tree, fontdb};

/// Pixels for each of the SVG, so that a picture is sharp in print.
const SCALE: f32 = 2.0;

/// The program's own fonts and no others: a picture is the same on every machine.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../assets/DejaVuSans.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../assets/DejaVuSans-Bold.ttf").to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    Arc::new(fonts)
});

/// Returns the bytes of a PNG file that shows what `svg` does.
///
/// # Errors
///
/// `svg` is not a picture.
pub(super) fn render(svg: &str) -> Result<Vec<u8>> {
    let options = Options { fontdb: Arc::clone(&FONTS), font_family: "DejaVu Sans".to_owned(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).context("cannot read the picture")?;
    let size: usvg::Size = tree.size();
    let (width, height) = ((size.width() * SCALE) as u32, (size.height() * SCALE) as u32);
    let mut pixels = Pixmap::new(width, height).context("the picture has no size")?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().context("cannot write the picture")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_drawn_on_light_paper() {
        let svg = |style: &str, word: &str| {
            format!(
                "<svg class=\"a\" width=\"90\" height=\"20\" xmlns=\"http://www.w3.org/2000/svg\">{style}<text x=\"2\" \
                 y=\"16\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"14\" \
                 fill=\"#222222\">{word}</text></svg>"
            )
        };
        let of = |word| render(&svg("", word)).unwrap();
        assert!(of("TwoBig1").starts_with(b"\x89PNG"));
        assert_ne!(of("TwoBig1"), of("TwoDeep"));
        assert_ne!(of("≤ 8K …"), of("? 8K ?"));
        assert!(render("no picture").is_err());
        let dark = "<style>@media screen and (prefers-color-scheme:dark){.a [fill=\"#222222\"]{fill:#EEEEEE}}</style>";
        assert_eq!(render(&svg(dark, "TwoBig1")).unwrap(), of("TwoBig1"));
    }
}
