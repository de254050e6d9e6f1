//! The HTTP API under `/api/v1`, by noun, and the application that serves it together with sockets,
//! metrics and the web client.
//!
//! Every endpoint is declared in its noun's table with who may use it and how often ([`endpoint`]); one guard
//! stands before all of them. Every error is a problem document with a stable code ([`problem`]).
//! Deliberately absent: rules of accounts, lobby and games; a handler translates and calls.

mod accounts;
mod blocks;
mod body;
mod calls;
mod challenges;
mod cookie;
mod credentials;
mod docs;
mod endpoint;
mod export;
mod games;
mod headers;
mod health;
mod invitations;
mod leaving;
mod openapi;
mod order;
pub mod origin;
pub mod peer;
mod people;
mod problem;
mod reset;
mod second;
mod sessions;
mod sheet;
mod talk;
mod tokens;
mod who;
pub mod wire;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::web;

pub use openapi::document;

use crate::app::App;
use crate::ids::AccountId;
use crate::lobby::View;

/// Everything that the server serves, for one worker.
pub fn application(
    app: web::Data<App>,
) -> actix_web::App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody>,
        Error = actix_web::Error,
        InitError = (),
    >,
> {
    let metrics = crate::observe::routes(app.config.metrics_from.clone());
    let headers = headers::security(&app.config);
    actix_web::App::new()
        .app_data(app)
        .configure(routes)
        .configure(metrics)
        .route("/ws", web::get().to(crate::ws::connect))
        .default_service(crate::web::route())
        .wrap(tracing_actix_web::TracingLogger::<crate::observe::Requests>::new())
        .wrap(headers)
}

/// The API's routes and health; the application's data must hold the [`App`].
pub fn routes(config: &mut web::ServiceConfig) {
    config.app_data(web::PathConfig::default().error_handler(|_, _| problem::not_found().into())).app_data(
        web::QueryConfig::default().error_handler(|error, _| {
            problem::bad_request(format!("the query cannot be read: {error}")).into()
        }),
    );
    endpoint::register(config);
    config.service(web::scope("/api").default_service(web::to(problem::no_such_route)));
}

/// The lobby's two lists as the wire shows them to somebody.
#[must_use]
pub fn lobby_lists(
    view: &View,
    viewer: Option<AccountId>,
) -> (Vec<protocol::http::Challenge>, Vec<protocol::http::GameSummary>) {
    let challenges = view.challenges_for(viewer).map(|challenge| wire::challenge(challenge, None)).collect();
    (challenges, view.games.iter().map(wire::summary).collect())
}
