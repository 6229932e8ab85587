#!/usr/bin/env bash
# Packs the extension for Visual Studio Code, tests its grammar on the corpus, and loads its program: vscode.sh [FILE...]
#
# Needs node and npm, which fetches what package-lock.json names. FILE...: further games to color.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root/integrations/vscode"
npm ci --no-audit --no-fund --loglevel=error
node test/grammar.js "$root"/tests/corpus/*.pgn "$@"
npx vsce package --no-dependencies
# The editor's own modules are stood in for; the program must come to the point of starting a client.
node -e '
  const Module = require("module");
  const anything = () => new Proxy(class {}, { get: (it, name) => name in it ? it[name] : anything() });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? anything() : load(name, ...rest));
  const { activate, deactivate } = require("./dist/extension.js");
  if (typeof activate !== "function" || typeof deactivate !== "function") process.exit(1);
  console.log("dist/extension.js loads");
'
