//! Builds the web client with npm into `$OUT_DIR/web`, from where `src/web.rs` embeds it.
//!
//! Cargo runs this when the client's sources changed. Without Node, or when the client does not build, the
//! server is built all the same: its API works, its page says what is missing, and cargo shows a warning.
//! `TIANYUAN_REQUIRE_WEB=1` makes that an error, `TIANYUAN_SKIP_WEB=1` leaves the client out on purpose.
//! Deliberately absent: anything but npm's own scripts; how the client is built is the client's affair.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the client is built from, relative to `web/`. `node_modules` is not among them.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    ".npmrc",
];

fn main() {
    let web = variable("CARGO_MANIFEST_DIR").join("web");
    let out = variable("OUT_DIR").join("web");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=TIANYUAN_SKIP_WEB");
    println!("cargo::rerun-if-env-changed=TIANYUAN_REQUIRE_WEB");
    for source in SOURCES.map(|source| web.join(source)).iter().filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    empty(&out);
    fill(&web, &out);
}

/// Puts the client, or a page in its place, into a folder.
fn fill(web: &Path, out: &Path) {
    let set = |name| std::env::var(name).is_ok_and(|value| value == "1");
    if set("TIANYUAN_SKIP_WEB") {
        return missing(out, "the web client was left out of this build (TIANYUAN_SKIP_WEB=1)");
    }
    if let Err(why) = build(web, out) {
        assert!(!set("TIANYUAN_REQUIRE_WEB"), "the web client cannot be built: {why}");
        println!("cargo::warning=the web client is not in this build: {why}");
        println!("cargo::warning=the server and its API work without it; its page says what is missing");
        // Node may appear without any source changing: a file that never exists asks for another try.
        println!("cargo::rerun-if-changed={}", out.join("never").display());
        missing(out, &why);
    }
}

/// Installs the packages if they are not those of the lock file, and builds.
fn build(web: &Path, out: &Path) -> Result<(), String> {
    // Two builds at once (an editor's and a terminal's) must not install over each other.
    let lock =
        File::create(web.join(".build-lock")).map_err(|e| format!("server/web is not writable: {e}"))?;
    lock.lock().map_err(|e| format!("server/web cannot be locked: {e}"))?;
    if !installed(web) {
        npm(web, out, &["ci", "--no-audit", "--no-fund"])?;
    }
    npm(web, out, &["run", "--silent", "build"])?;
    if out.join("index.html").is_file() {
        Ok(())
    } else {
        Err("npm run build wrote no index.html".to_owned())
    }
}

/// Whether npm's own note of what it installed is as new as the lock file.
fn installed(web: &Path) -> bool {
    let age = |path: PathBuf| fs::metadata(path).and_then(|file| file.modified()).ok();
    let note = age(web.join("node_modules/.package-lock.json"));
    note.is_some() && note >= age(web.join("package-lock.json"))
}

/// Runs npm; an error holds the last lines of what it said, without stack traces.
fn npm(web: &Path, out: &Path, words: &[&str]) -> Result<(), String> {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let shown = format!("npm {}", words.join(" "));
    let done = Command::new(name)
        .args(words)
        .current_dir(web)
        .env("TIANYUAN_WEB_OUT", out)
        .output()
        .map_err(|error| format!("{shown} does not start ({error}): is Node installed?"))?;
    if done.status.success() {
        return Ok(());
    }
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8_lossy(&said);
    let tells = |line: &&str| !line.is_empty() && !line.starts_with("at ");
    let lines: Vec<&str> = said.lines().map(str::trim).filter(tells).collect();
    let last = &lines[lines.len().saturating_sub(12)..];
    Err(format!("{shown} failed: {}", last.join(" | ")))
}

/// The page of a server without its client.
fn missing(out: &Path, why: &str) {
    let why = why.replace('&', "&amp;").replace('<', "&lt;");
    let page = format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>Tianyuan 天元</title>\n\
         <h1>Tianyuan 天元</h1>\n\
         <p>This server runs and its API answers under <code>/api/v1</code> and <code>/ws</code>, but it was \
         built without its web client.</p>\n\
         <p>The reason is below. The client needs Node 20 or newer with npm when the server is built.</p>\n\
         <p lang=\"zh\">服务器正在运行，但此版本未包含网页客户端，原因见下。构建服务器时需要 Node 20 或更新版本（含 npm）。</p>\n\
         <pre>{why}</pre></html>\n"
    );
    fs::write(out.join("index.html"), page).expect("cargo's output folder is writable");
}

fn empty(folder: &Path) {
    if folder.exists() {
        fs::remove_dir_all(folder).expect("cargo's output folder is ours");
    }
    fs::create_dir_all(folder).expect("cargo's output folder is writable");
}

fn variable(name: &str) -> PathBuf {
    std::env::var_os(name).map(PathBuf::from).expect("cargo sets it")
}
