//! Time at another pace, planted faults and aborts are the tests' alone: the product has no switch for them.

use std::fs;
use std::process::Command;

use crate::source::{root, sources};

/// Each feature, and the words that nothing in the product may ask by.
const FEATURES: [(&str, &[&str]); 2] = [
    ("quick-time", &["fn start_at_pace", "fn has_run", "fn open_at"]),
    ("planted", &["crate::planted", "planted::is", "planted::pass", "mod planted", "forget_answers"]),
];

/// What cargo would build, dependencies of tests left out.
#[test]
fn the_product_is_built_without_them() {
    let features = |edges: &str| {
        let told = Command::new(env!("CARGO"))
            .args(["tree", "--offline", "--package", "tianyuan", "--edges", edges, "--prefix", "none"])
            .args(["--format", "{p} [{f}]"])
            .current_dir(root())
            .output()
            .unwrap();
        assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
        String::from_utf8(told.stdout).unwrap()
    };
    let (product, tested) = (features("normal,build"), features("normal,build,dev"));
    assert!(product.starts_with("tianyuan v"), "{product}");
    for (feature, _) in FEATURES {
        assert!(!product.contains(feature), "the product would have {feature}");
        assert!(tested.contains(feature), "tests have {feature}, so that the question can be asked");
    }
    let manifest = fs::read_to_string(root().join("server/Cargo.toml")).unwrap();
    assert!(
        !manifest.lines().any(|line| line.starts_with("default =")),
        "nothing turns features on by itself"
    );
}

/// The code of the product that speaks of a feature, as (path, line, whether the feature stands before it).
fn mentions(feature: &str, words: &[&str]) -> Vec<(String, usize, bool)> {
    let mut all = Vec::new();
    let served = |path: &str| path.starts_with("server/src/") && path != "server/src/planted.rs";
    for source in sources().into_iter().filter(|source| served(&source.path)) {
        let text = fs::read_to_string(root().join(&source.path)).unwrap();
        let (code, lines): (Vec<&str>, Vec<&str>) = (source.code.lines().collect(), text.lines().collect());
        for (at, line) in code.iter().enumerate() {
            if words.iter().any(|word| line.contains(word)) {
                all.push((source.path.clone(), at + 1, stands_under(&lines, at, feature)));
            }
        }
    }
    all
}

/// Whether the item or statement of a line is compiled with the feature only. It begins after the last line that ends one.
fn stands_under(lines: &[&str], at: usize, feature: &str) -> bool {
    let attribute = format!("#[cfg(feature = \"{feature}\")]");
    let ends = |line: &str| line.is_empty() || line.ends_with([';', '}', ',']);
    let before = lines[..at].iter().rev().map(|line| line.trim());
    before.take_while(|line| *line == attribute || !ends(line)).any(|line| line == attribute)
}

/// Nothing that is in the product can ask for them.
#[test]
fn whatever_asks_for_them_stands_under_their_feature() {
    for (feature, words) in FEATURES {
        let mentions = mentions(feature, words);
        assert!(mentions.len() > 1, "nothing speaks of {feature}");
        for (path, line, is_under) in mentions {
            assert!(is_under, "{path}:{line} has {feature} without the feature");
        }
    }
}

#[test]
fn a_word_without_its_feature_is_seen() {
    let under = |text: &str| {
        let lines: Vec<&str> = text.lines().collect();
        stands_under(&lines, lines.len() - 1, "planted")
    };
    assert!(under("a();\n#[cfg(feature = \"planted\")]\nplanted::pass(x);"));
    assert!(under("a();\n#[cfg(feature = \"planted\")]\nlet x =\n    planted::is(x);"));
    assert!(!under("#[cfg(feature = \"planted\")]\na();\nplanted::pass(x);"));
    assert!(!under("#[cfg(feature = \"quick-time\")]\nplanted::pass(x);"));
    assert!(!under("planted::pass(x);"));
}
