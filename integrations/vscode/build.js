// Bundles the extension into `dist/`, with the licences of the packages that the bundle holds, and adds that of pgnkit.

const fs = require("fs");
const { buildSync } = require("esbuild");

const { metafile } = buildSync({
  entryPoints: ["src/extension.js"],
  outfile: "dist/extension.js",
  bundle: true,
  platform: "node",
  target: "node18",
  external: ["vscode"],
  minify: true,
  metafile: true,
});
const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;
const packages = new Set(Object.keys(metafile.inputs).map((file) => file.match(folder)?.[0]).filter(Boolean));
const texts = [...packages].sort().map((path) => {
  const { name, version } = JSON.parse(fs.readFileSync(`${path}/package.json`, "utf8"));
  const file = fs.readdirSync(path).find((file) => /^licen[cs]e/i.test(file));
  if (!file) throw new Error(`${name} has no licence`);
  return `${name} ${version}\n\n${fs.readFileSync(`${path}/${file}`, "utf8").trim()}\n`;
});
fs.writeFileSync("dist/licences-of-others.txt", texts.join("\n\n"));
fs.copyFileSync("../../LICENSE", "LICENSE");
