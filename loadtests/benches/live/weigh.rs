//! What a process has used, as the kernel counts it, and what a list of measurements comes to.

use std::fs;

/// CPU time of all threads of a process in nanoseconds. Threads that have ended in the meantime are not in it.
pub(crate) fn cpu_ns(pid: u32) -> u64 {
    let tasks = fs::read_dir(format!("/proc/{pid}/task")).unwrap();
    let of = |task: fs::DirEntry| {
        let text = fs::read_to_string(task.path().join("schedstat")).ok()?;
        text.split_whitespace().next()?.parse::<u64>().ok()
    };
    tasks.filter_map(|task| of(task.ok()?)).sum()
}

/// Resident memory of a process in KiB.
pub(crate) fn resident_kib(pid: u32) -> u64 {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// The value of which so much of a list is not above it.
pub(crate) fn quantile(list: &mut [f64], quantile: f64) -> f64 {
    list.sort_by(f64::total_cmp);
    list[((list.len() - 1) as f64 * quantile).round() as usize]
}

pub(crate) fn median(list: &[f64]) -> f64 {
    quantile(&mut list.to_vec(), 0.5)
}

/// Prints pairs of the server and the bare side.
pub(crate) fn report(what: &str, unit: &str, pairs: &[(f64, f64)], goal: &str) {
    compare(what, ["server", "bare"], unit, pairs, goal);
}

/// Prints pairs of both sides in one unit, with the ratio that counts: the median of each pair's own.
pub(crate) fn compare(what: &str, [ours, other]: [&str; 2], unit: &str, pairs: &[(f64, f64)], goal: &str) {
    let ratios: Vec<f64> = pairs.iter().map(|(ours, bare)| ours / bare).collect();
    let side = |pick: fn(&(f64, f64)) -> f64| median(&pairs.iter().map(pick).collect::<Vec<_>>());
    let spread = |at| quantile(&mut ratios.clone(), at);
    println!(
        "{what}: {ours} {:.2} {unit}, {other} {:.2} {unit}, ratio {:.2} (of {} pairs {:.2} to {:.2}; goal {goal})",
        side(|pair| pair.0),
        side(|pair| pair.1),
        median(&ratios),
        ratios.len(),
        spread(0.0),
        spread(1.0),
    );
}
