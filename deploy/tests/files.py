#!/usr/bin/env python3
"""What the files of deploy/ must say, read as text: no image without a version, no secret with a default, the same addresses
everywhere, no alert about a metric that the server does not have, none without its page in the runbook.

Needs python3-yaml. Prints what is wrong and ends with 1, or says how much it looked at.
"""

import pathlib
import re
import sys

import yaml

DEPLOY = pathlib.Path(__file__).resolve().parent.parent
SOURCE = DEPLOY.parent / "server" / "src"
# What Prometheus itself writes about each scrape.
OF_PROMETHEUS = {"up", "scrape_duration_seconds"}
wrong, looked = [], 0


def must(holds, what):
    global looked
    looked += 1
    if not holds:
        wrong.append(what)


def compose():
    text = (DEPLOY / "compose.yaml").read_text()
    whole = yaml.safe_load(text)
    services = whole["services"]
    for name, service in services.items():
        image = service["image"]
        must(re.search(r":[\w.-]*\w$", image) and not image.endswith(":latest"), f"{name}: {image} has no version")
        must(service.get("restart") == "unless-stopped", f"{name} is not started again")
        must(service.get("read_only") is True, f"{name} may write to its image")
        must(service.get("cap_drop") == ["ALL"] and not service.get("cap_add"), f"{name} keeps capabilities")
        must("no-new-privileges:true" in service.get("security_opt", []), f"{name} may gain privileges")
        must(service.get("healthcheck", {}).get("test"), f"{name} has no health check")
        limits = service.get("deploy", {}).get("resources", {}).get("limits", {})
        must({"cpus", "memory"} <= set(limits) and service.get("pids_limit"), f"{name} has no limits")
        must(service.get("logging", {}).get("options", {}).get("max-size"), f"{name} fills the disk with its log")
        must(set(service.get("secrets", [])) <= set(whole["secrets"]), f"{name} wants secrets that are nowhere")
        must("inside" in service["networks"], f"{name} is not inside")
        for key, value in service.get("environment", {}).items():
            secret = re.search("PASSWORD|SECRET|TOKEN|_URL$", key) and not key.endswith("_FILE")
            must(not secret and "://" not in str(value), f"{name}: {key} holds a secret; give it by a file")
        if name not in ("proxy", "prometheus"):
            must(not service.get("ports") and set(service["networks"]) == {"inside"}, f"{name} is open to the world")
    for name, secret in whole["secrets"].items():
        must(set(secret) == {"file"} and secret["file"].startswith("./secrets/"), f"the secret {name} is no file")
    must(whole["networks"]["inside"].get("internal") is True, "the network inside is open to the world")
    made = (DEPLOY / "secrets.sh").read_text()
    for secret in whole["secrets"].values():
        name = pathlib.Path(secret["file"]).name
        must(name in made, f"secrets.sh does not know {name}")
    addresses(services)


def addresses(services):
    """Who is where, in compose, in the proxy's file and in that of Prometheus."""
    at = {name: service["networks"]["inside"].get("ipv4_address") for name, service in services.items()}
    nodes = {f"{address}:8080" for name, address in at.items() if name.startswith("node")}
    proxy = (DEPLOY / "nginx" / "nginx.conf").read_text()
    must(set(re.findall(r"server (\S+:\d+) max_fails", proxy)) == nodes, "the proxy asks others than the nodes")
    watched = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yaml").read_text())["scrape_configs"][0]["static_configs"][0]
    must(set(watched["targets"]) == nodes, "Prometheus reads others than the nodes")
    for name, service in services.items():
        if name.startswith("node"):
            said = service["environment"]
            must(said["TIANYUAN_TRUSTED_PROXIES"] == at["proxy"], f"{name} trusts another than the proxy")
            must(at["prometheus"] in said["TIANYUAN_METRICS_FROM"].split(","), f"{name} hides its metrics from Prometheus")


def alerts():
    known = OF_PROMETHEUS | {
        name
        for file in SOURCE.rglob("*.rs")
        for name in re.findall(r'metrics::(?:counter|gauge|histogram)!\(\s*"(\w+)"', file.read_text())
    }
    must(len(known) > len(OF_PROMETHEUS), "no metric was found in the server's source")
    tested = "".join(file.read_text() for file in (DEPLOY / "prometheus").glob("*_test.yaml"))
    headings = set(re.findall(r"^#+ (\w+)$", (DEPLOY / "RUNBOOK.md").read_text(), re.M))
    for group in yaml.safe_load((DEPLOY / "prometheus" / "rules.yaml").read_text())["groups"]:
        for rule in group["rules"]:
            name = rule["alert"]
            asked = re.findall(r'\b(\w+)\{[^}]*job="tianyuan"', rule["expr"])
            # A histogram is told as its buckets.
            used = {name.removesuffix("_bucket") for name in asked}
            must(used and used <= known, f"{name} asks for {used - known}, which no node tells")
            must(re.search(rf"\b{name}\b", tested), f"{name} has no test")
            must(name in headings, f"{name} is not in RUNBOOK.md")
            must(rule["annotations"]["runbook"] == f"deploy/RUNBOOK.md#{name.lower()}", f"{name} names another page")
            must(rule["labels"]["severity"] in ("page", "warn"), f"{name} has no severity")


def links():
    """What the pages name must be there."""
    for page in (DEPLOY / "RUNBOOK.md", DEPLOY / "SCALING.md", DEPLOY.parent / "README.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            must((page.parent / target).exists(), f"{page.name} points to {target}, which is not there")


def containerfile():
    text = (DEPLOY / "Containerfile").read_text()
    bases = re.findall(r"^FROM (\S+)", text, re.M)
    must(bases and all(re.search(r":\d|:bookworm", base) for base in bases), f"a base has no version: {bases}")
    must(re.search(r"^USER \d+:\d+$", text, re.M), "the image runs as root")
    must("cargo build --release --locked" in text, "the image is not built from the lock file")
    rust = re.search(r'^rust-version = "(.*)"', (DEPLOY.parent / "Cargo.toml").read_text(), re.M).group(1)
    must(f"rust:{rust}" in text, f"the image is built with another Rust than {rust}")
    for path in re.findall(r"^COPY (?!--from)(.*) \S+$", text, re.M):
        for name in path.split():
            must((DEPLOY.parent / name).exists(), f"the image wants {name}, which is not there")
            must(f"!{name}\n" in (DEPLOY.parent / ".dockerignore").read_text(), f".dockerignore leaves {name} out")


compose()
alerts()
links()
containerfile()
for line in wrong:
    print(f"WRONG: {line}", file=sys.stderr)
print(f"   {looked} things were looked at, {len(wrong)} are wrong")
sys.exit(1 if wrong else 0)
