//! Tianyuan.
fn main() {}
