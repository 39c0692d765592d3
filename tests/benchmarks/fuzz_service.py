"""Everything that Schemathesis can think of asking the interface of a small archive: no answer of 500 or more, all as the
OpenAPI document says.

    python tests/benchmarks/fuzz_service.py [--examples 100]

Ends with the exit code of Schemathesis, 0 where all cases passed. The suite asks some of them
(`tests/app/service/test_made_up_requests.py`).
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.search.index.feeding import feed
from app.service.api.routing import ROOT
from tests.app.service.conftest import filled, serving

CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
    "response_headers_conformance"
)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", type=int, default=100, help="requests made up for each operation")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        archive = filled(Path(folder) / "made.archive")
        feed(archive)
        with serving(archive) as client:
            command = [
                *(
                    sys.executable,
                    "-c",
                    "import sys; from schemathesis.cli import schemathesis; sys.exit(schemathesis())",
                ),
                *("run", f"{str(client.base_url).rstrip('/')}{ROOT}/openapi.json"),
                *("--checks", CHECKS, "--max-examples", str(given.examples)),
                *("--phases", "examples,coverage,fuzzing"),
            ]
            return subprocess.run(command, cwd=folder).returncode


if __name__ == "__main__":
    sys.exit(main())
