//! The page: what it may load, what it holds, and how large it is.

use schemes::Scheme;
use schemes::policies::Custom;
use tt::policies::{Deep, OneLevel};

use super::{connect_four, domineering, tic_tac_toe, with};
use crate::{Limits, Trace, record};

fn trace() -> Trace {
    record(&domineering("4x4"), Some(with(Scheme::TwoDeep, 8)), Limits::default()).unwrap()
}

/// The text between two marks.
fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    page.split_once(begin).unwrap().1.split_once(end).unwrap().0
}

#[test]
fn the_page_is_the_same_every_time_and_needs_nothing_else() {
    let page = trace().html();
    assert_eq!(page, trace().html());
    for outside in ["http:", "https:", "//www", "url(", "@import", "<link", "<img", "<iframe", " src=", " href="] {
        assert!(!page.contains(outside), "{outside}");
    }
    for way in ["innerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "unsafe-inline", " onclick="] {
        assert!(!page.contains(way), "{way}");
    }
}

/// A browser runs the style and the script if these hashes are those of their text, and refuses them otherwise.
#[test]
fn the_policy_names_the_hashes_of_style_and_script() {
    let page = trace().html();
    let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let style = between(&page, "<style>", "</style>");
    let script = between(&page, "<script>", "</script>");
    let expected = format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        base64(&sha256(script.as_bytes())),
        base64(&sha256(style.as_bytes()))
    );
    assert_eq!(policy, expected, "page.css or page.js has changed: copy the hashes into html.rs");
}

#[test]
fn the_data_of_the_page_are_those_of_the_json() {
    for game in [domineering("4x4"), connect_four("4x4", "2233"), tic_tac_toe("")] {
        for table in [None, Some(with(Scheme::Big1, 16))] {
            let trace = record(&game, table, Limits::default()).unwrap();
            let page = trace.html();
            let data = between(&page, "<script type=\"application/json\" id=\"trace\">", "</script>");
            let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
            assert_eq!(read(data), read(&trace.json()));
            assert_eq!(read(data)["events"].as_array().unwrap().len(), trace.steps());
        }
    }
}

#[test]
fn names_are_escaped() {
    let evil = Scheme::Custom(Custom::new("</script><b onclick=\"x\">&amp;", OneLevel(Deep)));
    let mut trace = record(&tic_tac_toe("b2 a1 a3 c1"), Some(with(evil, 4)), Limits::default()).unwrap();
    trace.compare_with(&trace.clone());
    let page = trace.html();
    assert!(!page.contains("<b onclick") && !page.contains("</script><b"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("&lt;/script&gt;&lt;b onclick=&quot;x&quot;&gt;&amp;amp;"));
}

#[test]
fn the_default_limits_keep_the_page_small() {
    let limits = Limits { nodes: 20_000, ..Limits::default() };
    for game in [connect_four("6x7", ""), connect_four("6x9", ""), domineering("8x8"), tic_tac_toe("")] {
        for scheme in [Scheme::Big1, Scheme::TwoBig1] {
            let bytes = record(&game, Some(with(scheme, 64)), limits).unwrap().html().len();
            assert!(bytes < 5_000_000, "{game}: {bytes} bytes");
        }
    }
}

/// SHA-256 as FIPS 180-4 defines it. The constants are the first 32 bits of the fractional parts of the cube roots, and
/// of the square roots, of the first primes.
fn sha256(text: &[u8]) -> Vec<u8> {
    let primes: Vec<u32> = (2..).filter(|&n: &u32| (2..n).all(|d| n % d != 0)).take(64).collect();
    // The integer root of n * 2^(32 * power), by bisection, without its whole part.
    let fraction = |n: u32, power: u32| {
        let (mut low, mut high) = (0_u128, 1 << 40);
        while low + 1 < high {
            let middle = (low + high) / 2;
            if middle.pow(power) <= u128::from(n) << (32 * power) { low = middle } else { high = middle }
        }
        low as u32
    };
    let constants: Vec<u32> = primes.iter().map(|&n| fraction(n, 3)).collect();
    let mut state: Vec<u32> = primes[..8].iter().map(|&n| fraction(n, 2)).collect();
    let mut message = text.to_vec();
    message.push(0x80);
    message.resize((message.len() + 8).next_multiple_of(64), 0);
    let length = message.len();
    message[length - 8..].copy_from_slice(&(8 * text.len() as u64).to_be_bytes());
    for block in message.chunks(64) {
        let mut w: Vec<u32> = block.chunks(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())).collect();
        for i in 16..64 {
            let a = w[i - 15].rotate_right(7) ^ w[i - 15].rotate_right(18) ^ w[i - 15] >> 3;
            let b = w[i - 2].rotate_right(17) ^ w[i - 2].rotate_right(19) ^ w[i - 2] >> 10;
            w.push(w[i - 16].wrapping_add(a).wrapping_add(w[i - 7]).wrapping_add(b));
        }
        let mut v = state.clone();
        for i in 0..64 {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = v[4] & v[5] ^ !v[4] & v[6];
            let t1 = [s1, choice, constants[i], w[i]].into_iter().fold(v[7], u32::wrapping_add);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2];
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(t1);
            v[0] = t1.wrapping_add(s0).wrapping_add(majority);
        }
        state.iter_mut().zip(v).for_each(|(state, v)| *state = state.wrapping_add(v));
    }
    state.into_iter().flat_map(u32::to_be_bytes).collect()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let groups = bytes.chunks(3).map(|group| {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | u32::from(group.get(i).copied().unwrap_or_default()));
        let digit = |i| if i <= group.len() { char::from(DIGITS[(bits >> (18 - 6 * i) & 63) as usize]) } else { '=' };
        (0..4).map(digit).collect::<String>()
    });
    groups.collect()
}

#[test]
fn hashes_of_known_texts() {
    assert_eq!(base64(&sha256(b"")), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
    assert_eq!(base64(&sha256(b"abc")), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
}
