#!/usr/bin/env node
// Writes the npm packages: node build.js OUT VERSION [PLATFORM-ARCH=PROGRAM]...
//
// Each PLATFORM-ARCH, such as linux-x64, becomes OUT/cli-PLATFORM-ARCH with that program in it, and OUT/pgnkit is the
// package that picks one of them.
"use strict";

const fs = require("node:fs");
const path = require("node:path");

const [out, version, ...programs] = process.argv.slice(2);
if (!out || !version) {
  console.error("usage: node build.js OUT VERSION [PLATFORM-ARCH=PROGRAM]...");
  process.exit(2);
}
const top = path.join(__dirname, "..", "..");
const main = JSON.parse(fs.readFileSync(path.join(__dirname, "package.json"), "utf8"));

function write(name, manifest, files) {
  const folder = path.join(out, name);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, null, 2) + "\n");
  for (const [from, to, mode] of [[path.join(top, "LICENSE"), "LICENSE", 0o644], ...files]) {
    fs.mkdirSync(path.dirname(path.join(folder, to)), { recursive: true });
    fs.copyFileSync(from, path.join(folder, to));
    fs.chmodSync(path.join(folder, to), mode);
  }
}

for (const argument of programs) {
  const [target, program] = argument.split("=");
  const [os, cpu] = target.split("-");
  const name = os === "win32" ? "pgnkit.exe" : "pgnkit";
  const { description, license, repository } = main;
  const manifest = {
    name: `@pgnkit/cli-${target}`,
    version,
    description: `${description}: the program for ${target}`,
    license,
    repository,
    os: [os],
    cpu: [cpu],
    files: [name, "LICENSE"],
    preferUnplugged: true,
  };
  if (!(manifest.name in main.optionalDependencies)) {
    console.error(`build.js: package.json does not name ${manifest.name}`);
    process.exit(1);
  }
  write(`cli-${target}`, manifest, [[program, name, 0o755]]);
}

for (const name of Object.keys(main.optionalDependencies)) {
  main.optionalDependencies[name] = version;
}
write("pgnkit", { ...main, version }, [
  [path.join(__dirname, "bin", "pgnkit.js"), "bin/pgnkit.js", 0o755],
  [path.join(__dirname, "README.md"), "README.md", 0o644],
]);
