//! Runs one test of the present binary again, with a fault planted, and sees it fail.

use std::process::Command;

use tianyuan::planted::{Fault, PLANTED};

/// The unchanged `test` of this binary finds a fault, and what it says names the broken promise.
///
/// `settings` are further variables of its environment.
pub fn finds(fault: Fault, test: &str, settings: &[(&str, &str)], promise: &str) {
    let run = |planted: Option<Fault>| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", test, "--nocapture"]).env_remove(PLANTED);
        command.envs(planted.map(|fault| (PLANTED, fault.name()))).envs(settings.iter().copied());
        let out = command.output().unwrap();
        let said =
            format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert!(said.contains("running 1 test"), "there is no {test}: {said}");
        (out.status.success(), said)
    };
    let (passed, said) = run(Some(fault));
    assert!(!passed, "{test} does not find {fault:?}");
    assert!(said.contains(promise), "{test} fails on {fault:?}, but not since {promise:?}: {said}");
    let (passed, said) = run(None);
    assert!(passed, "{test} fails without any fault: {said}");
}
