#!/usr/bin/env node
// Runs the program from the package of this platform, with the same arguments, streams and exit status.
"use strict";

const { spawnSync } = require("node:child_process");
const { constants } = require("node:os");

const name = process.platform === "win32" ? "pgnkit.exe" : "pgnkit";
const platform = `@pgnkit/cli-${process.platform}-${process.arch}`;

let program;
try {
  program = process.env.PGNKIT_BINARY || require.resolve(`${platform}/${name}`);
} catch {
  console.error(
    `pgnkit: the package ${platform} is not installed.\n` +
      "It comes as an optional dependency: install again without --no-optional and --omit=optional.\n" +
      "If there is no such package, pgnkit is not built for this platform: see " +
      "https://github.com/pgnkit/pgnkit#install. PGNKIT_BINARY names a program to run instead.",
  );
  process.exit(2);
}

// Ctrl-C reaches the program through the terminal. Without a handler, node would end before it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => {});
}
const result = spawnSync(program, process.argv.slice(2), { stdio: "inherit", windowsHide: true });
if (result.error) {
  console.error(`pgnkit: ${program} cannot be run: ${result.error.message}`);
  process.exit(2);
}
process.exit(result.signal ? 128 + constants.signals[result.signal] : result.status);
