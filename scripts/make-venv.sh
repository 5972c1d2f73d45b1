#!/bin/sh
# Makes the virtual environment at $1 with $PYTHON (3.11 or newer); says what to install where Debian lacks it.
set -eu
target=$1
python=${PYTHON:-python3}

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "Paiyan needs Python 3.11 or newer; '$python' is $("$python" --version 2>&1). Set PYTHON=/path/to/python3.11." >&2
  exit 1
}

# Debian parts venv from python3; without it `import ensurepip` fails.
if ! "$python" -c 'import ensurepip' 2>/dev/null; then
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing python3-venv …" >&2
    apt-get update -q >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q python3-venv >&2
  else
    echo "Python's venv module is missing. Install it with:  sudo apt-get install python3-venv" >&2
    exit 1
  fi
fi

"$python" -m venv "$target"
