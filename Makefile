# Two commands set everything up and do the work; `packaging/bootstrap.py` explains what is missing where they cannot.
PYTHON ?= python3

.PHONY: run test bench tour translations lock cluster-demo

run:
	@$(PYTHON) packaging/bootstrap.py run

tour:
	@$(PYTHON) packaging/bootstrap.py tour

# CLUSTER=1 adds Ray and pyarrow, and with them the tests of clusters and of tables as Parquet
test:
	@$(PYTHON) packaging/bootstrap.py test

bench:
	@$(PYTHON) packaging/bootstrap.py bench

# Three nodes on this machine crawl four sites; one is killed, one more comes. “make run” or “make test” goes before
cluster-demo:
	@.venv/bin/python packaging/cluster_demo.py $(or $(FOLDER),build/cluster-demo)

translations:
	@$(PYTHON) packaging/bootstrap.py translations

lock:
	uv pip compile pyproject.toml --extra build --universal --generate-hashes --no-annotate --no-header -q -o packaging/requirements.txt
	uv pip compile pyproject.toml --extra build --extra dev --universal --generate-hashes --no-annotate --no-header -q -o packaging/requirements-dev.txt
	uv pip compile pyproject.toml --extra build --extra dev --extra cluster -c packaging/requirements-dev.txt --universal --generate-hashes --no-annotate --no-header -q -o packaging/requirements-cluster.txt
	uv pip compile packaging/requirements-peers.in --universal --generate-hashes --no-annotate --no-header -q -o packaging/requirements-peers.txt
