# nix-build -E 'with import <nixpkgs> {}; callPackage ./integrations/nix/package.nix {}'
{ lib, rustPlatform, installShellFiles }:

let
  manifest = lib.importTOML ../../Cargo.toml;
in
rustPlatform.buildRustPackage {
  pname = "pgnkit";
  version = manifest.workspace.package.version;

  src = lib.cleanSource ../..;
  cargoLock.lockFile = ../../Cargo.lock;

  nativeBuildInputs = [ installShellFiles ];

  # The tests need pgn-extract, patch and minutes; the first run of the program is the test here.
  doCheck = false;
  doInstallCheck = true;
  installCheckPhase = ''
    $out/bin/pgnkit check tests/corpus
  '';

  postInstall = ''
    installManPage docs/man/*.1
    installShellCompletion --cmd pgnkit \
      --bash completions/pgnkit.bash --zsh completions/_pgnkit --fish completions/pgnkit.fish
  '';

  meta = {
    description = manifest.package.description;
    homepage = manifest.workspace.package.repository;
    license = lib.licenses.gpl3Plus;
    mainProgram = "pgnkit";
  };
}
