//! Between the program's values and the database's: checked, in one place.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::store::StoreError;

/// A count for a signed column.
pub(super) fn signed(value: u64) -> Result<i64, StoreError> {
    i64::try_from(value).map_err(|_| StoreError::Corrupt(format!("{value} is too large to be kept")))
}

/// A count from a signed column.
pub(super) fn unsigned(value: i64, what: &str) -> Result<u64, StoreError> {
    u64::try_from(value).map_err(|_| StoreError::Corrupt(format!("{what} is negative")))
}

/// A SHA-256 from its column.
pub(super) fn hash(bytes: &[u8], what: &str) -> Result<[u8; 32], StoreError> {
    bytes.try_into().map_err(|_| StoreError::Corrupt(format!("{what} is not 32 bytes long")))
}

/// JSON text of something.
pub(super) fn to_json<T: Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Corrupt(error.to_string()))
}

/// Something from its JSON text.
pub(super) fn from_json<T: DeserializeOwned>(
    text: &str,
    what: impl FnOnce() -> String,
) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::Corrupt(format!("{}: {error}", what())))
}
