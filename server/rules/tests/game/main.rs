//! The game from its first stone to its result: tables of commands as text, boundaries of the
//! clocks to the millisecond, journals, and random games.
#![allow(clippy::unwrap_used, reason = "a test says what broke by panicking")]

mod absence;
mod agreement;
mod awaited;
mod calendar;
mod calls;
mod clock;
mod clock_model;
mod clock_systems;
mod correspondence;
mod credit;
mod dice;
mod elapsed;
mod elapsed_model;
mod field;
mod going_on;
mod golden;
mod interruptions;
mod journal;
mod lateness;
mod misplaced;
mod pauses;
mod people;
mod play;
mod presets;
mod properties;
mod readings;
mod real;
mod repetition;
mod requests;
mod restore;
mod rulings;
mod sealing;
mod setup;
mod sheet;
mod table;
mod tell;
mod texts;
mod undo;
mod words;
