//! Time at another pace is the tests' alone: the product has no switch for it.

use std::fs;
use std::process::Command;

use crate::source::{root, sources};

const FEATURE: &str = "quick-time";

/// What cargo would build, dependencies of tests left out.
#[test]
fn the_product_is_built_without_it() {
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
    let product = features("normal,build");
    assert!(product.starts_with("tianyuan v"), "{product}");
    assert!(!product.contains(FEATURE), "the product would have {FEATURE}");
    assert!(
        features("normal,build,dev").contains(FEATURE),
        "tests have it, so that the question can be asked"
    );
    let manifest = fs::read_to_string(root().join("server/Cargo.toml")).unwrap();
    assert!(
        !manifest.lines().any(|line| line.starts_with("default =")),
        "nothing turns features on by itself"
    );
}

/// Nothing that is in the product can ask for a pace.
#[test]
fn only_the_time_itself_knows_of_it() {
    let names = ["start_at_pace", "open_at_pace"];
    let mut holders = Vec::new();
    for source in sources() {
        let made_for_tests = source.path.starts_with("server/tests/");
        if !made_for_tests && names.iter().any(|name| source.code.contains(name)) {
            holders.push(source.path.clone());
        }
    }
    holders.sort();
    assert_eq!(holders, ["server/src/app.rs", "server/src/time.rs"]);
    for path in &holders {
        let text = fs::read_to_string(root().join(path)).unwrap();
        for name in names {
            let Some(at) = text.find(&format!("fn {name}")) else { continue };
            let before = &text[..at];
            let item = before.rfind("}\n").map_or(before, |end| &before[end..]);
            assert!(
                item.contains(&format!("#[cfg(feature = \"{FEATURE}\")]")),
                "{path} has it without the feature"
            );
        }
    }
}
