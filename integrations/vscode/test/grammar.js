// Compares the scopes of `test/*.pgn` with `test/*.scopes`, and times the grammar on long lines and on given files.
//
// Usage: node test/grammar.js [--overwrite] [FILE...]

const fs = require("fs");
const path = require("path");
const oniguruma = require("vscode-oniguruma");
const { INITIAL, Registry, parseRawGrammar } = require("vscode-textmate");

const root = path.join(__dirname, "..");
const grammarPath = path.join(root, "syntaxes", "pgn.tmLanguage.json");
let failed = false;

function fail(text) {
  console.error(text);
  failed = true;
}

async function load() {
  const wasm = path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm");
  await oniguruma.loadWASM(fs.readFileSync(wasm).buffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async () => parseRawGrammar(fs.readFileSync(grammarPath, "utf8"), grammarPath),
  });
  return registry.loadGrammar("source.pgn");
}

/// Returns the tokens of a text with a scope of their own: line, text, innermost scope.
function* tokens(grammar, text) {
  let stack = INITIAL;
  for (const [n, line] of text.split(/\r\n|\r|\n/).entries()) {
    const result = grammar.tokenizeLine(line, stack);
    stack = result.ruleStack;
    for (const token of result.tokens) {
      const scope = token.scopes.at(-1);
      if (token.scopes.length > 1) yield [n + 1, line.slice(token.startIndex, token.endIndex), scope];
    }
  }
}

function scopes(grammar, text) {
  const lines = [];
  for (const [n, word, scope] of tokens(grammar, text)) {
    lines.push(`${n}\t${scope.replace(/\.pgn$/, "")}\t${word}`);
  }
  return lines.join("\n") + "\n";
}

/// Lines on which a grammar with nested repetition, or one that searches to the end of the line again and again, is slow.
const LONG = [
  "1", "1-", "O-", "[", "[A ", '[A "', "{[%", "{[%a ", "{[%a [", "(", "()", "e4", "e4 ", "1. e4 ", "Ng", "x", "é", "♘", "0-0", "!", "?!",
  "--", "$1", "-", "=", "1/2", '"', "\\", "%", ";", "N@", "e8=", " ", "[%", "{}", "{",
];

/// The length above which Visual Studio Code gives a line no colors.
const LONGEST = 20_000;

/// Returns the milliseconds of computing that `work` takes.
function time(work) {
  const begin = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e3;
}

async function main() {
  const words = process.argv.slice(2);
  const overwrite = words[0] === "--overwrite";
  const files = overwrite ? words.slice(1) : words;
  const grammar = await load();
  const golden = fs.readdirSync(__dirname).filter((name) => name.endsWith(".pgn"));
  for (const name of golden) {
    const file = path.join(__dirname, name);
    const found = scopes(grammar, fs.readFileSync(file, "utf8"));
    const expected = file.replace(/\.pgn$/, ".scopes");
    if (overwrite) fs.writeFileSync(expected, found);
    else if (found !== fs.readFileSync(expected, "utf8")) fail(`${name}: other scopes than in ${path.basename(expected)}`);
  }
  const slow = [];
  for (const piece of LONG) {
    // Four times the length must not take much more than four times as long.
    const once = (n) => time(() => [...tokens(grammar, piece.repeat(n / piece.length))]);
    once(LONGEST / 4);
    const [short, long] = [LONGEST / 4, LONGEST].map((n) => Math.min(once(n), once(n)));
    slow.push([long, piece]);
    if (long > 50 && long > 7 * short) fail(`${piece}: ${short.toFixed(0)} ms, then ${long.toFixed(0)} ms`);
  }
  slow.sort((a, b) => b[0] - a[0]);
  console.log(`${golden.length} files, ${LONG.length} long lines; slowest of ${LONGEST} characters: ${slow.slice(0, 3).map(([ms, piece]) => `${ms.toFixed(0)} ms (${piece})`).join(", ")}`);
  for (const file of files) {
    const text = fs.readFileSync(file, "utf8");
    // Words of the movetext to which the grammar gives no scope.
    const counts = new Map();
    let stack = INITIAL;
    const ms = time(() => {
      for (const line of text.split(/\r\n|\r|\n/)) {
        const result = grammar.tokenizeLine(line, stack);
        stack = result.ruleStack;
        for (const token of result.tokens) {
          const word = line.slice(token.startIndex, token.endIndex).trim();
          if (token.scopes.length === 1 && word) counts.set(word, (counts.get(word) ?? 0) + 1);
        }
      }
    });
    const unknown = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8).map(([word, n]) => `${word} (${n})`);
    console.log(`${path.basename(file)}: ${(text.length / 1e3).toFixed(1)} kB, ${(ms / 1e3).toFixed(2)} s; without scope: ${unknown.join(", ") || "nothing"}`);
  }
  process.exitCode = failed ? 1 : 0;
}

main();
