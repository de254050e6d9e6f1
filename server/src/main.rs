//! The binary; everything is in the library, so that tests reach it.

/// A password hash takes 19 MiB for a moment; the system's allocator keeps as much for each thread.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    tianyuan::cli::main(std::env::args_os())
}
