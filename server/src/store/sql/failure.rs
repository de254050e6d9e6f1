//! What a failure of the database means.

use sea_orm::sqlx::error::{DatabaseError, ErrorKind};
use sea_orm::{ConnAcquireErr, DbErr, RuntimeErr};

use crate::store::StoreError;

/// SQLite's code for a statement that was stopped by its time limit.
const SQLITE_INTERRUPT: &str = "9";

/// A failure in the store's words. The text names no values.
pub(super) fn failed(error: DbErr) -> StoreError {
    let late = matches!(error, DbErr::ConnectionAcquire(ConnAcquireErr::Timeout));
    if late || code(&error).as_deref() == Some(SQLITE_INTERRUPT) {
        return StoreError::Busy;
    }
    StoreError::Unavailable(error.to_string())
}

/// Whether a unique key is taken.
pub(super) fn is_taken(error: &DbErr) -> bool {
    database(error).is_some_and(|error| error.kind() == ErrorKind::UniqueViolation)
}

/// Whether it is the fault of one statement's content (a key that is taken, a value that does not
/// fit) or of a race (deadlock), so that others may succeed without it; not of the database's health.
pub(super) fn is_own_fault(error: &DbErr) -> bool {
    let Some(error) = database(error) else { return false };
    let code = error.code().unwrap_or_default();
    // PostgreSQL: data exception, integrity, transaction rolled back. SQLite: too big, constraint,
    // mismatch (primary codes in the low byte).
    let postgres = code.len() == 5 && ["22", "23", "40"].iter().any(|class| code.starts_with(class));
    let sqlite = code.parse::<u32>().is_ok_and(|code| matches!(code & 0xff, 18..=20)) && code.len() < 5;
    postgres || sqlite
}

/// The database's own code: SQLSTATE, or SQLite's extended result code in decimal.
pub(super) fn code(error: &DbErr) -> Option<String> {
    database(error).and_then(|error| error.code()).map(std::borrow::Cow::into_owned)
}

fn database(error: &DbErr) -> Option<&dyn DatabaseError> {
    let (DbErr::Conn(inner) | DbErr::Exec(inner) | DbErr::Query(inner)) = error else { return None };
    let RuntimeErr::SqlxError(inner) = inner else { return None };
    inner.as_database_error()
}
