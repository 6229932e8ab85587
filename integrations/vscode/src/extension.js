// Starts `pgnkit server` for PGN files and connects the editor with it.

const { window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async () => {
  const settings = workspace.getConfiguration("pgnkit");
  const command = settings.get("path");
  const server = { command, args: ["server", ...settings.get("arguments")] };
  const options = {
    // Other schemes, such as `git`, are of documents that cannot be written.
    documentSelector: ["file", "untitled"].map((scheme) => ({ language: "pgn", scheme })),
    // The server reads its settings again when they change.
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/pgnkit.toml") },
  };
  client = new LanguageClient("pgnkit", "pgnkit", server, options);
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(
      `pgnkit: "${command}" could not be started (${error.message}). Install pgnkit, or set pgnkit.path.`,
    );
  }
};

exports.deactivate = () => (client?.isRunning() ? client.stop() : undefined);
