#!/usr/bin/env bash
# Tests and types of the Python packages: python_packages.sh PROGRAM
#
# Needs pytest, mypy and pyarrow; pyspark, and Java 17, for pgnkit-spark.
set -euo pipefail
[ $# = 1 ] || { echo "usage: python_packages.sh PROGRAM" >&2; exit 2; }
PGNKIT=$(realpath "$1")
export PGNKIT PYTHONDONTWRITEBYTECODE=1
cd "$(dirname "$0")/../../integrations"
for package in python spark; do
    [ -d "$package/tests" ] || continue
    (
        cd "$package"
        # pgnkit-spark imports pgnkit.
        export PYTHONPATH=$PWD:$PWD/../python MYPYPATH=$PWD/../python
        python3 -m mypy --config-file ../mypy.ini --cache-dir "${TMPDIR:-/tmp}/pgnkit-mypy" pgnkit*/ tests
        python3 -m pytest -q -p no:cacheprovider tests
    )
done
