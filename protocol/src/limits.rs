//! Every limit that a client can meet, with what happens when it is hit.

/// Largest WebSocket frame in bytes; a larger one closes the socket with 1009.
pub const FRAME_BYTES: usize = 4 * 1024;
/// Largest message in bytes, over all its frames; a larger one closes the socket with 1009.
pub const MESSAGE_BYTES: usize = 8 * 1024;
/// Frames of all kinds, pings and pieces of messages included, that a socket may send at once; above, it is closed with 1008.
pub const FRAME_BURST: u32 = 400;
/// The same per second in the long run.
pub const FRAMES_PER_S: u32 = 100;
/// Time for `hello` after the socket opened, in milliseconds; then it is closed.
pub const HELLO_MS: u64 = 5_000;
/// Silence after which the server takes a socket for dead, in milliseconds. It pings every third of this.
pub const SILENCE_MS: u64 = 30_000;
/// Messages that a socket may send at once.
pub const MESSAGE_BURST: u32 = 40;
/// Messages per second that a socket may send in the long run; above, each is refused with `rate_limited`.
pub const MESSAGES_PER_S: u32 = 10;
/// Rooms that one socket may watch at once, those of finished games among them; one more is refused with `too_many_rooms`.
pub const ROOMS_PER_SOCKET: usize = 16;
/// Events that a room keeps ready for a client that comes back; one that missed more gets a snapshot.
pub const RESUME_EVENTS: usize = 64;
/// Rooms on which one ruling on many may rule at once.
pub const ROOMS_PER_RULING: usize = 50;
/// Rows of one page of a list.
pub const PAGE_ROWS: u32 = 50;
/// Entries of one page of a time sheet.
pub const SHEET_ENTRIES: usize = 500;
/// Open challenges that one account may have at once; one more is refused with `too_many_challenges`.
pub const CHALLENGES_PER_ACCOUNT: u64 = 3;
/// Characters of one line that is said; a longer one is refused with `bad_text`.
pub const TALK_CHARS: usize = 300;
/// Characters of a referee's reason.
pub const REASON_CHARS: usize = 200;
/// Lines that one account may say about one game at once; above, each is refused with `rate_limited`.
pub const TALK_BURST: u32 = 5;
/// After so many milliseconds it may say another.
pub const TALK_EVERY_MS: u64 = 3_000;
/// Lines of one conversation of a game; one more is refused with `talk_full`.
pub const TALK_LINES: u64 = 1_000;
/// The last lines of a conversation that come after `watch`, and the lines of one page of it.
pub const TALK_PAGE: usize = 50;
/// Rulings on who may speak about one game after its end; one more is refused with `too_often`.
pub const MUTES_AFTER_END: usize = 200;
/// Characters of a note; a longer one is refused with `bad_text`.
pub const NOTE_CHARS: usize = 4_000;
/// Shortest and longest password, in characters.
pub const PASSWORD_CHARS: std::ops::RangeInclusive<usize> = 8..=128;
/// Shortest and longest account name, in characters.
pub const NAME_CHARS: std::ops::RangeInclusive<usize> = 2..=20;
/// Shortest and longest name that is shown beside the account's own, in characters.
pub const SHOWN_CHARS: std::ops::RangeInclusive<usize> = 2..=40;
/// People whom one account may block; one more is refused with `list_full`.
pub const BLOCKS: u64 = 500;
/// The most network credit of one move, in milliseconds; it is at most the measured round trip.
pub const CREDIT_MOVE_MS: u64 = 500;
/// Network credit that each side has at the beginning of a game and can have at most, in milliseconds.
pub const CREDIT_QUOTA_MS: u64 = 2_000;
/// What each of a side's moves adds to that, in milliseconds.
pub const CREDIT_REFILL_MS: u64 = 250;
/// How often one player may offer a rematch after one game; one more is refused with `too_often`.
pub const REMATCH_OFFERS: usize = 3;
/// How long such an offer is open, in milliseconds.
pub const REMATCH_OPEN_MS: u64 = 120_000;
/// How long after the end of a game its rematch can be offered, in milliseconds; then it is refused with `too_late`.
pub const REMATCH_WITHIN_MS: u64 = 86_400_000;
