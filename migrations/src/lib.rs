//! Placeholder text replaced by the first migration.
