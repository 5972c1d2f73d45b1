#!/bin/sh
# Rewrites the lock files from pyproject.toml and requirements/*.in; they record no registry host.
set -eu
compile() {
  .venv/bin/python -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras \
    --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --no-header --no-annotate "$@"
}
compile --output-file requirements/run.txt pyproject.toml
compile --constraint requirements/run.txt --output-file requirements/web.txt requirements/web.in
compile --constraint requirements/run.txt --constraint requirements/web.txt --output-file requirements/dev.txt requirements/dev.in
compile --constraint requirements/run.txt --output-file requirements/bench.txt requirements/bench.in
