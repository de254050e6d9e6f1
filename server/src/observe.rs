//! What an operator sees: log lines, spans of requests, and metrics for Prometheus.
//!
//! Deliberately absent: secrets. A request is logged by its route and not by its path, without query,
//! cookies or bodies; whoever logs text of users logs it as a field, which the formats escape.

use std::io::IsTerminal as _;
use std::sync::{Arc, OnceLock};

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header;
use actix_web::{Error, HttpMessage as _, HttpRequest, HttpResponse, web};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing::{Span, field};
use tracing_actix_web::{RequestId, RootSpanBuilder};
use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat, Net};

/// How often the owner of the process calls [`upkeep`], in milliseconds.
pub const UPKEEP_MS: u64 = 5_000;

/// Bounds of the buckets of every duration in seconds: a move is far below the first ones, a stalled
/// database above the last.
const SECONDS: [f64; 12] = [0.000_25, 0.000_5, 0.001, 0.002, 0.004, 0.008, 0.016, 0.05, 0.1, 0.5, 2.0, 10.0];

/// Why logging or metrics could not be set up.
#[derive(Debug, thiserror::Error)]
pub enum ObserveError {
    /// The filter is not in the filter language.
    #[error(
        "the log filter `{filter}` cannot be used ({why}): write it like `info` or `info,tianyuan=debug`"
    )]
    Filter {
        /// As it was given.
        filter: String,
        /// What is wrong with it.
        why: String,
    },
    /// Something else in this process logs already.
    #[error("logging was started twice: {0}")]
    Twice(String),
}

/// Starts logging to standard error, in the format and with the filter of the settings. Once per process.
///
/// # Errors
/// [`ObserveError`].
pub fn start(config: &Config) -> Result<(), ObserveError> {
    let filter = EnvFilter::try_new(&config.log_filter).map_err(|error| ObserveError::Filter {
        filter: config.log_filter.clone(),
        why: error.to_string(),
    })?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    match config.log {
        LogFormat::Text => lines.with_ansi(std::io::stderr().is_terminal()).try_init(),
        LogFormat::Json => {
            lines.json().flatten_event(true).with_current_span(true).with_span_list(false).try_init()
        }
    }
    .map_err(|error| ObserveError::Twice(error.to_string()))?;
    recorder();
    Ok(())
}

/// The one recorder of this process; every [`metrics`] macro counts into it once it exists.
fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let builder =
            PrometheusBuilder::new().set_buckets(&SECONDS).expect("the list of buckets is not empty");
        builder.install_recorder().expect("nothing else installs a recorder")
    })
}

/// Folds waiting samples of durations into their buckets, so that memory stays bounded when nobody reads
/// the metrics. Call it every [`UPKEEP_MS`].
pub fn upkeep() {
    recorder().run_upkeep();
}

/// The route of the metrics, for `App::configure`; `from` may read them.
pub fn routes(from: Vec<Net>) -> impl FnOnce(&mut web::ServiceConfig) {
    let from: Arc<[Net]> = from.into();
    move |routes| {
        routes.route(
            "/metrics",
            web::get().to(move |request| std::future::ready(read_metrics(&request, &from))),
        );
    }
}

/// Shows the metrics to those addresses that may see them. Others learn nothing, not even that they are
/// here; nor does a request that a proxy passed on, whose sender only the proxy knows.
fn read_metrics(request: &HttpRequest, from: &[Net]) -> HttpResponse {
    let passed_on =
        [header::FORWARDED, header::X_FORWARDED_FOR].iter().any(|name| request.headers().contains_key(name));
    let may = request.peer_addr().is_some_and(|peer| from.iter().any(|net| net.contains(peer.ip())));
    if passed_on || !may {
        return HttpResponse::NotFound().finish();
    }
    HttpResponse::Ok()
        .content_type("text/plain; version=0.0.4; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(recorder().render())
}

/// Spans of HTTP requests for `tracing_actix_web::TracingLogger`: method, route, status and the request's
/// id. A failure of ours is logged as an error; everything else is visible at level `debug`.
pub struct Requests;

impl RootSpanBuilder for Requests {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let id = request.extensions().get::<RequestId>().map(ToString::to_string).unwrap_or_default();
        tracing::info_span!(
            "request",
            method = %request.method(),
            route = request.match_pattern().unwrap_or_default(),
            status = field::Empty,
            id,
        )
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        let status = match outcome {
            Ok(response) => response.status(),
            Err(error) => error.as_response_error().status_code(),
        };
        span.record("status", status.as_u16());
        metrics::counter!("http_requests_total", "status" => status.as_str().to_owned()).increment(1);
        let _inside = span.enter();
        let why = match outcome {
            Ok(response) => response.response().error().map(ToString::to_string),
            Err(error) => Some(error.to_string()),
        };
        if status.is_server_error() {
            tracing::error!(why, "failed");
        } else {
            tracing::debug!(why, "answered");
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // a test that cannot unwrap has failed

    use super::*;
    use actix_web::App;
    use actix_web::http::StatusCode;
    use actix_web::test::{TestRequest, call_and_read_body, call_service, init_service};
    use tracing_actix_web::TracingLogger;

    fn config_of(filter: &str) -> Config {
        Config { log_filter: filter.to_owned(), ..Config::for_tests("unused".as_ref()) }
    }

    #[test]
    fn a_bad_filter_is_refused_with_its_text() {
        let error = start(&config_of("info,tianyuan=loud")).unwrap_err();
        assert!(error.to_string().contains("tianyuan=loud"), "{error}");
    }

    #[actix_web::test]
    async fn metrics_are_for_named_addresses_and_never_pass_a_proxy() {
        let nets = vec!["127.0.0.0/8".parse().unwrap()];
        let app = init_service(App::new().configure(routes(nets))).await;
        let ask = |peer: &str| TestRequest::with_uri("/metrics").peer_addr(peer.parse().unwrap());
        let status = async |request: TestRequest| call_service(&app, request.to_request()).await.status();
        assert_eq!(status(ask("127.0.0.1:9")).await, StatusCode::OK);
        assert_eq!(status(ask("[::ffff:127.0.0.1]:9")).await, StatusCode::OK);
        assert_eq!(status(ask("192.0.2.1:9")).await, StatusCode::NOT_FOUND);
        assert_eq!(status(TestRequest::with_uri("/metrics")).await, StatusCode::NOT_FOUND);
        for passed_on in ["X-Forwarded-For", "Forwarded"] {
            let request = ask("127.0.0.1:9").insert_header((passed_on, "127.0.0.1"));
            assert_eq!(status(request).await, StatusCode::NOT_FOUND);
        }
    }

    #[actix_web::test]
    async fn requests_are_counted_by_status() {
        recorder();
        let nets = vec!["127.0.0.0/8".parse().unwrap()];
        let app =
            init_service(App::new().wrap(TracingLogger::<Requests>::new()).configure(routes(nets))).await;
        let request =
            || TestRequest::with_uri("/metrics").peer_addr("127.0.0.1:9".parse().unwrap()).to_request();
        call_service(&app, request()).await;
        let body = call_and_read_body(&app, request()).await;
        let text = std::str::from_utf8(&body).unwrap();
        assert!(text.lines().any(|line| line.starts_with("http_requests_total{status=\"200\"} ")), "{text}");
    }
}
