//! The contract of the store's traits: one suite, run on SQLite and on a real PostgreSQL.
#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

#[path = "../support/mod.rs"]
mod support;

mod accounts;
mod calls;
mod challenges;
mod claims;
mod departures;
mod factors;
mod games;
mod invitations;
mod journal;
mod kinds;
mod mails;
mod order;
mod people;
mod personal;
mod planted;
mod rematches;
mod sessions;
mod slumber;
mod talk;
mod world;

use support::postgres::Postgres;
use tianyuan::store::sql::{DatabaseUrl, SqlStore, StoreOptions};

async fn on_sqlite(case: impl AsyncFnOnce(&SqlStore)) {
    let folder = tempfile::tempdir().unwrap();
    let url = DatabaseUrl::Sqlite(folder.path().join("test.db"));
    run(&url, case).await;
}

async fn on_postgres(name: &str, case: impl AsyncFnOnce(&SqlStore)) {
    let Some(postgres) = Postgres::shared(name) else { return };
    let url = postgres.fresh().await.parse().unwrap();
    run(&url, case).await;
}

async fn run(url: &DatabaseUrl, case: impl AsyncFnOnce(&SqlStore)) {
    let store = SqlStore::open(url, &StoreOptions::default()).await.unwrap();
    URL.scope(url.clone(), case(&store)).await;
    store.close().await;
}

tokio::task_local! {
    /// Where the database of the running case is, for those that change it behind the store's back.
    static URL: DatabaseUrl;
}

/// Makes a test of each database from each case.
macro_rules! contract {
    ($($module:ident: $($case:ident)+;)+) => {
        mod sqlite { $($(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                super::on_sqlite(super::$module::$case).await;
            }
        )+)+ }
        mod postgres { $($(
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $case() {
                super::on_postgres(stringify!($case), super::$module::$case).await;
            }
        )+)+ }
    };
}

contract! {
    accounts: keeps_an_account gives_offices makes_a_hash_anew gives_a_name_once_in_parallel;
    departures: takes_away_what_is_of_one_person_alone keeps_whoever_plays gives_the_name_to_nobody_again
        renames_what_stays tells_ones_own_lines_and_notes;
    invitations: lets_in_as_many_as_it_says lets_one_in_for_the_last_use withdraws_and_forgets_invitations;
    people: keeps_a_profile_by_its_revision shows_no_name_of_another_account changes_a_profile_once_in_parallel
        keeps_who_has_blocked_whom holds_the_limit_of_blocks_in_parallel;
    sessions: rotates_a_token says_which_sessions_there_are answers_alike_within_the_grace revokes_a_family_on_reuse
        rotates_once_in_parallel leaves_nothing_of_a_revoked_family never_outlives_the_family
        sweeps_only_what_has_expired lists_the_sessions_of_an_account keeps_what_was_proven
        ends_the_sessions_that_are_named holds_no_more_sessions_than_an_account_may_have
        changes_a_password_and_ends_sessions_with_it lets_no_session_of_the_old_password_slip_through;
    factors: puts_a_second_factor_in_force accepts_a_code_once accepts_a_code_once_in_parallel
        takes_a_second_factor_away_with_every_session counts_the_tries_of_a_ticket
        gives_no_more_tickets_than_are_allowed voids_tickets_with_the_password;
    mails: keeps_mail_addresses;
    order: chains_what_is_noted_in_parallel keeps_a_sanction_with_each_change_in_the_log
        lifts_a_sanction_once_in_parallel says_of_a_game_whether_it_is_annulled
        lists_the_reports_that_an_officer_sees_to;
    personal: keeps_a_personal_token gives_no_more_personal_tokens_than_are_allowed
        revokes_personal_tokens_when_the_password_is_not_known;
    challenges: keeps_every_kind_of_offer offers_once_per_id holds_the_limit_in_parallel
        lets_only_its_owner_withdraw expires_old_offers lists_public_offers_newest_first
        begins_one_game_for_fifty_who_accept answers_the_winner_again begins_or_withdraws_but_not_both
        begins_nothing_when_the_game_cannot_be_kept;
    rematches: keeps_where_a_rematch_stands changes_only_what_was_found begins_one_game_of_fifty
        agrees_to_nothing_when_the_game_cannot_be_kept forgets_old_rematches;
    games: keeps_a_game pages_without_gaps_or_repeats lists_the_running_games_of_one_account
        lists_the_games_whose_owner_is_gone
        keeps_the_record_of_a_finished_game keeps_how_somebody_left_a_game;
    journal: reads_back_every_kind_of_event fences_by_owner_epoch_and_number carries_a_command_out_once
        refuses_rows_that_do_not_follow fails_only_the_fenced_ones_of_a_group
        commits_two_hundred_at_once keeps_the_order_of_one_game ends_a_game_once
        does_all_or_nothing_of_an_abandoned_call names_what_it_cannot_read;
    claims: waits_for_the_end_of_the_lease says_who_lives_and_who_owns counts_epochs gives_a_game_to_one_of_many
        fences_the_owner_before releases_others keeps_the_last_sign_of_life keeps_when_a_node_was_away
        races_with_its_owner;
    slumber: lists_what_is_due_in_pages moves_in_the_index_by_its_append keeps_its_place_when_fenced
        goes_on_from_the_latest_up_time takes_over_rooms_of_the_version_before finds_the_due_by_the_index
        finds_lost_games_by_their_owner;
    calls: lists_who_waits_longest_first;
    talk: says_a_line_once numbers_lines_without_a_gap_up_to_the_most pages_through_a_conversation hides_a_line_for_ever
        takes_no_id_of_an_event_for_a_line keeps_who_may_not_speak
        keeps_a_note_of_each_account_and_game;
}
