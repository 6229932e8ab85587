# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_pgnkit_global_optspecs
    string join \n j/threads= color= q/quiet v/verbose progress= config= isolated tmp-dir= encoding= date-order= no-mmap max-game-size= bytes= allow-null assume-queen nested-comments lang= w/where= explain-where manifest= h/help V/version
end

function __fish_pgnkit_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_pgnkit_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_pgnkit_using_subcommand
    set -l cmd (__fish_pgnkit_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c pgnkit -n "__fish_pgnkit_needs_command" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s V -l version -d 'Print version'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "check" -d 'Find what is wrong with games, rule by rule'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "rules" -d 'List the rules of check, or explain one'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "export" -d 'Write games in the export format of PGN, or in another one'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "strip-comments" -d 'Remove annotation, and leave every other byte unchanged'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "split" -d 'Split games into several files'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "merge" -d 'Merge games into one file, byte for byte'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "stats" -d 'Count games, players, openings, results; report on quality'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "filter" -d 'Select games, and copy them byte for byte'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "diff" -d 'Compare two inputs: games added, lost and changed'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "ranges" -d 'Divide files into ranges that several machines can read'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "server" -d 'Run a language server for an editor'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "git-textconv" -d 'Write a file as git compares it, one move a line'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "git-merge" -d 'Merge two versions of a file game by game, for git'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "generate" -d 'Write completions, man pages, a schema, settings for git'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "help" -d 'Show the help of a command, or a page of the book'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l files-from -d 'Also read the files that FILE lists, one per line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l exclude -d 'Skip files of folders and globs that match GLOB; may be repeated' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l skip -d 'Skip the first N of the games that match' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l take -d 'Take at most N of the games that match; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l select -d 'Run only these rules: codes, names, or beginnings of codes' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l extend-select -d 'Run these rules, too' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l ignore -d 'Skip these rules' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l severity -d 'The lowest level to show' -r -f -a "error\t''
warning\t''
info\t''
style\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l fail-on -d 'The lowest level that makes the exit status 1 [default: what is shown]' -r -f -a "error\t''
warning\t''
info\t''
style\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l target -d 'Also check whether this program or site accepts the games' -r -f -a "archive\t'an archive: games in the form that the standard requires'
chessbase\t'ChessBase, and programs that read its exports'
lichess-study\t'import into a study of lichess.org'
scid4\t'a database of Scid in its format 4'
xboard\t'XBoard and WinBoard'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l fixable -d 'Fix only these rules: codes, names, or beginnings of codes' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l unfixable -d 'Do not fix these rules' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l output-format -d 'The format of the findings, and the file they go to; may be repeated [default: full, or that of the ending of --output]' -r -f -a "full\t'The line with the fault marked, the game, the position, and help'
concise\t'One line a finding: path:line:column: LEVEL rule message; LEVEL is E, W, I or S, and [*] after the rule marks a finding that --fix can mend'
json\t'One JSON array'
json-lines\t'One JSON object a line'
sarif\t'SARIF 2.1.0'
github\t'Annotations of GitHub Actions'
gitlab\t'A code quality report of GitLab'
junit\t'A JUnit report'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l board -d 'Draw the board of findings that have a position, in `full`' -r -f -a "unicode\t'Figurines'
ascii\t'Letters'
none\t'No board'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l max-diagnostics -d 'Maximum number of findings shown of one rule in one file, in `full`, `concise` and `github`; fixes, rejects and the exit status take all into account [default: 20; none in `github`]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l rejects -d 'Copy each game with an error that is shown to FILE, after a line that says what is wrong' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l baseline -d 'Do not show or count findings that FILE lists' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l write-baseline -d 'Do not show findings, but write them to FILE; the exit status is 0, however many there are' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l stdin-filename -d 'The file name that findings give for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s o -l output -d 'Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz are compressed. FILE cannot be an input. If an input cannot be read to its end (exit status 2), a new FILE has what could be read; an existing FILE is kept, and the output is named FILE.partial' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s 0 -d 'Names in --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l force-exclude -d 'Apply --exclude to named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l ignore-files -d 'In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l no-ignore-files -d 'In folders, read hidden and ignored files, too; the default of all commands but check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l allow-truncated -d 'Accept an input that ends too early'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l append -d 'Append to FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l strict -d 'Treat every warning as an error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l exit-zero -d 'Exit with status 0 even if there are findings'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l fix -d 'Apply the safe fixes of the findings that are shown, and rewrite the files. No copy of the old files is kept: use --diff first to see the changes. Fixed text of stdin goes to stdout, and its findings to stderr. With --where, games that do not match stay unchanged'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l unsafe-fixes -d 'Apply unsafe fixes, too; without --fix, only count and mark them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l fix-only -d 'Like --fix, but do not look for remaining findings'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l diff -d 'Only show what --fix would change with the same options, as a patch, and change nothing; exit status 1 if the patch is not empty, unless --exit-zero is given'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l statistics -d 'Count the findings of each rule instead of showing them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l show-settings -d 'Show the settings of each input and where they come from, instead of checking'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l watch -d 'Keep running, and check inputs again whenever they change, until interrupted'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l output-format -d 'The format of the list or page' -r -f -a "text\t''
markdown\t''
json\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l files-from -d 'Also read the files that FILE lists, one per line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l exclude -d 'Skip files of folders and globs that match GLOB; may be repeated' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l follow -d 'Keep running, and write new games whenever inputs grow or are rewritten, until interrupted [without a value: ended]' -r -f -a "ended\t'Each game once, when it has ended with a result'
changed\t'Each game, and again whenever its text has changed'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l skip -d 'Skip the first N of the games that match' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l take -d 'Take at most N of the games that match; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s o -l output -d 'Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz are compressed. If games are written, FILE may be an input: it is replaced by the selected games, or kept if there are none. If an input cannot be read to its end (exit status 2), a new FILE has what could be read; an existing FILE is kept, and the output is named FILE.partial' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l zstd-frames -d 'Divide a .zst output into frames of at least SIZE bytes of text, each ending with a game, and add a seek table, so that --bytes reads a range without decompressing the text before it' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l line-ending -d 'The line ends to write [default: lf in export, otherwise those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l in-place -d 'Rewrite each input file; with SUFFIX, keep the old file with SUFFIX added to its name' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l format -d 'The output format [default: pgn, or that of the ending of --output]' -r -f -a "pgn\t'The export format of the standard'
reduced\t'The reduced export format: no comments, variations, NAGs; only the roster, the tags of the first position and % pgnkit: lines; games with errors as --on-error says'
json-lines\t'One JSON object per line and game'
csv\t'A table, one row per game or half-move'
tsv\t'The same table with tabs, for cut, sort and awk'
parquet\t'The same table with typed columns, for databases'
fen\t'One position per line, as FEN'
epd\t'One position per line, as EPD with its game'
lines\t'One game per line: its PGN with a tab for each line end; `export` converts it back'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l notation -d 'The notation of moves: san, lan (Ng1f3), long (Ng1-f3), uci (g1f3), figurine, or the piece letters of a language' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l width -d 'Maximum number of characters in a line of movetext; 0: one line per game (pgn, reduced, lines)' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l nag-numbers -d 'Whether Black\'s move gets a move number after a NAG (pgn, lines)' -r -f -a "yes\t'As the standard requires'
no\t'As most programs do'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l at -d 'The positions of a game to write (fen, epd)' -r -f -a "end\t'The final position of the main line'
ply\t'All positions of the main line, with the start position'
marks\t'Positions marked for a diagram: [#] in a comment, a comment {diagram}, $220, $221, or $201'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l rows -d 'Write a row for each game or for each half-move (csv, tsv, parquet)' -r -f -a "games\t'One row per game'
plies\t'One row per half-move of a main line'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l columns -d 'The columns of a table in their order (csv, tsv, parquet): names of columns or tags, or @all, @default or @light (few), as in `pgnkit help formats`; without it, `@default`' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l partition-by -d 'Write a folder, named by --output, with a file for each value of fields or of pieces of them: DIR/year=2012/part-0.parquet (csv, tsv, parquet, json-lines). Several fields make folders within folders' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l layout -d 'The layout of movetext: 80 is the form of the standard; with moves and lines, a change of the game changes few lines' -r -f -a "80\t'Lines of at most 79 characters, or as --width says'
moves\t'A full move, a comment or a parenthesis per line'
lines\t'A comment, or the moves of a variation up to it, per line'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l nags -d 'Write NAGs as numbers ($1), or as symbols (!) where there are any' -r -f -a "numeric\t''
symbols\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l comment-every -d 'Add a comment with the position or its Polyglot hash after every Nth half-move' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l plies -d 'Write only the half-moves A to B of the main line, counted from 1; A or B may be omitted. Rows of half-moves keep their numbers; fen and epd write the positions before and after them. As PGN, JSON or one row, a game with errors is written whole' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l drop-before -d 'Begin the game at the first comment that contains TEXT; a game without one stays whole. Not for rows of half-moves, fen and epd' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l output-encoding -d 'The character set of the output; characters that it lacks become `?`' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l tags -d 'Keep only these tags, the roster and the tags of the first position' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l drop-tags -d 'Remove these tags; tags of the roster become unknown. Result, FEN, SetUp and Variant cannot be named. @chesscom, @lichess and @chessbase are the tags that only those programs use' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l tag-order -d 'The order of the tags after the roster: by name, or as in the source [default: standard]' -r -f -a "standard\t''
source\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l set -d 'Set TAG to VALUE in every game' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l map-tag -d 'Replace tag values by the table in FILE: lines of tag, old and new value, separated by tabs; the tag `player` stands for White and Black' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l add -d 'Add tags that follow from the moves' -r -f -a "plycount\t'PlyCount, the number of half-moves of the main line'
eco\t'ECO, and Opening and Variation, where they are missing'
hash\t'HashCode, the Polyglot hash of the final position'
fen\t'FEN and SetUp of the start position'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l eco-file -d 'The openings of --add eco: lines of code, name and moves, or PGN [default: built in]' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l add-ratings -d 'Add missing Elo numbers from the table in FILE: lines of name or FIDE number, rating and, optionally, the date from which it holds' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l on-error -d 'What to do with a game that has an unreadable or illegal move' -r -f -a "raw\t'Copy its bytes unchanged; like comment if they leave a comment open'
comment\t'Write its legal moves, and the rest of its text as comments'
truncate\t'Write only its legal moves'
drop\t'Leave the game out'
fail\t'Stop, with exit status 1'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l rejects -d 'Copy games with an unreadable or illegal move to FILE, each after a line that says what is wrong; with --append, append' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s 0 -d 'Names in --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l force-exclude -d 'Apply --exclude to named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l ignore-files -d 'In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l no-ignore-files -d 'In folders, read hidden and ignored files, too; the default of all commands but check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l allow-truncated -d 'Accept an input that ends too early'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l append -d 'Append to FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l check -d 'Only list the files that would change; exit status 1 if there are any'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l diff -d 'Only show what would change, as a patch; exit status 1 if it is not empty'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l distinct -d 'Write each position once, the most frequent first, without regard to its move counters (fen, epd); in EPD, c0 is how often it occurred'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l csv-safe -d 'Put an apostrophe before text that a spreadsheet would run as a formula (csv, tsv)'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l csv-bom -d 'Begin with a byte order mark, by which Excel recognizes UTF-8 (csv, tsv)'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l keep-escapes -d 'Keep all lines that begin with `%` before a game\'s tags; without this, only those that begin with `% pgnkit:`'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l split-round -d 'Split Round "3.2" into Round "3" and Board "2"; a Round with other than two numbers, or in a game that has a Board, stays'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l normalize -d 'Put dates, FENs, tag names and white space in values into the form of the standard'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l fix-results -d 'Correct the result by mate and stalemate on the board, or by Termination if it is unknown'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l fix-mojibake -d 'Repair text that was encoded twice, in tags and comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l verify -d 'Read the output back and compare it with the input before the file is put in place [default with --in-place]'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l files-from -d 'Also read the files that FILE lists, one per line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l exclude -d 'Skip files of folders and globs that match GLOB; may be repeated' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s o -l output -d 'Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz are compressed. If games are written, FILE may be an input: it is replaced by the selected games, or kept if there are none. If an input cannot be read to its end (exit status 2), a new FILE has what could be read; an existing FILE is kept, and the output is named FILE.partial' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l zstd-frames -d 'Divide a .zst output into frames of at least SIZE bytes of text, each ending with a game, and add a seek table, so that --bytes reads a range without decompressing the text before it' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l line-ending -d 'The line ends to write [default: lf in export, otherwise those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l in-place -d 'Rewrite each input file; with SUFFIX, keep the old file with SUFFIX added to its name' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l drop -d 'The classes of annotation to remove [default: text,commands]' -r -f -a "comments\t'Text and commands'
text\t'The text of comments'
commands\t'Commands in comments, like [%clk 0:05:00]'
nags\t'NAGs, like $1'
variations\t'Variations, with all that is in them'
glyphs\t'Symbols, like ! and +-'
engine\t'What engines and analysis servers write: text with scores, judgments and lines, and commands such as eval'
diagrams\t'[#] in comments, comments of the word "diagram" alone, $220, $221, and $201 or the letter D'
escapes\t'Lines that begin with %'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l keep -d 'Classes to keep, out of those that --drop, --preset all or the default would remove. `text` includes the text of `engine` and the [#] of `diagrams`; `commands` includes the commands of `engine`, and `nags` those of `diagrams`' -r -f -a "comments\t'Text and commands'
text\t'The text of comments'
commands\t'Commands in comments, like [%clk 0:05:00]'
nags\t'NAGs, like $1'
variations\t'Variations, with all that is in them'
glyphs\t'Symbols, like ! and +-'
engine\t'What engines and analysis servers write: text with scores, judgments and lines, and commands such as eval'
diagrams\t'[#] in comments, comments of the word "diagram" alone, $220, $221, and $201 or the letter D'
escapes\t'Lines that begin with %'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l keep-commands -d 'Names of commands to keep, as in clk,emt' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l drop-commands -d 'Names of commands to remove, as in eval,depth. With --drop or --preset they are removed in addition to the named classes; without these options, nothing else is removed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l preset -d 'A named set of annotation to remove, instead of --drop; only one. --drop-commands adds commands to it, --keep-commands takes some out' -r -f -a "all\t'Removes all annotation: comments with all in them, NAGs, symbols, variations, escape lines'
engine\t'Removes the same as --drop engine: text of engines, and the commands eval, evp, wdl, depth, nodes, nps, acd, ce, engine, pv, score. Text by people, clocks and NAGs stay'
clocks\t'Removes times: the commands clk, emt, egt, mct, timestamp'
human\t'Removes text by people, and their drawings: the commands csl, cal, draw, mark, arrow, c_effect, c_arrow, c_highlight. Text of engines, [#] and other commands stay'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l skip -d 'Leave out the first N games; with --where (of those that match), --in-place, --check or --diff, keep them unedited' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l take -d 'Take at most N games; with --where (of those that match), --in-place, --check or --diff, edit at most N and keep the others unedited' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s 0 -d 'Names in --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l force-exclude -d 'Apply --exclude to named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l ignore-files -d 'In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l no-ignore-files -d 'In folders, read hidden and ignored files, too; the default of all commands but check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l allow-truncated -d 'Accept an input that ends too early'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l append -d 'Append to FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l check -d 'Only list the files that would change; exit status 1 if there are any'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l diff -d 'Only show what would change, as a patch; exit status 1 if it is not empty'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l reflow -d 'Reflow the lines of movetext in games from which something is removed'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l files-from -d 'Also read the files that FILE lists, one per line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l exclude -d 'Skip files of folders and globs that match GLOB; may be repeated' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l skip -d 'Skip the first N of the games that match' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l take -d 'Take at most N of the games that match; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l line-ending -d 'The line ends to write [default: lf in export, otherwise those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l games -d 'The number of games in a part; the last one may have fewer' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l size -d 'Maximum number of bytes in a part, before compression; a larger game is a part of its own' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l chunks -d 'The number of parts, with numbers of games as equal as possible' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l by -d 'Make a part for each value of a field or tag, or of a piece of the value: ECO:1, Date:year, player, player:surname, opening:family, speed, variant, elo:100' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l for -d 'Make parts that a program or site accepts, by its documented limits' -r -f -a "lichess-study\t'32 chapters an import, so two parts fill a study of 64; 3,000 half-moves a chapter'
scid4\t'16,777,214 games a database'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l variations -d 'Turn each line of a game into a game without variations, down to DEPTH: variations of the main line have depth 1, variations of those depth 2 [default: all]. If no other option says how to split, each game becomes one part' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l dir -d 'The folder of the parts; created if it is missing' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l name -d 'The names of the parts, with fields in braces [default: {stem}-{n:06}.pgn, with --by {value}.pgn]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l zstd-frames -d 'Divide a .zst output into frames of at least SIZE bytes of text, each ending with a game, and add a seek table, so that --bytes reads a range without decompressing the text before it' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s 0 -d 'Names in --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l force-exclude -d 'Apply --exclude to named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l ignore-files -d 'In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l no-ignore-files -d 'In folders, read hidden and ignored files, too; the default of all commands but check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l allow-truncated -d 'Accept an input that ends too early'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l append -d 'With --by: append the games of a part to its file if that exists, and create the other parts'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l files-from -d 'Also read the files that FILE lists, one per line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l exclude -d 'Skip files of folders and globs that match GLOB; may be repeated' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l skip -d 'Skip the first N of the games that match' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l take -d 'Take at most N of the games that match; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s o -l output -d 'Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz are compressed. If games are written, FILE may be an input: it is replaced by the selected games, or kept if there are none. If an input cannot be read to its end (exit status 2), a new FILE has what could be read; an existing FILE is kept, and the output is named FILE.partial' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l zstd-frames -d 'Divide a .zst output into frames of at least SIZE bytes of text, each ending with a game, and add a seek table, so that --bytes reads a range without decompressing the text before it' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l line-ending -d 'The line ends to write [default: lf in export, otherwise those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l dedup -d 'Drop duplicates: none, exact, moves, moves+players, game-id, position:PLY or position:end (position:PLY+date+round compares these, too) or prefix; without KEY: moves+players' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l dedup-min-plies -d 'Games with fewer half-moves can only be exact duplicates' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l keep -d 'Which duplicate is kept' -r -f -a "first\t'The first'
last\t'The last'
longest\t'The one with the most half-moves'
most-annotated\t'The one with the most comments, NAGs and moves in variations'
most-tags\t'The one with the most tags that have a known value'
union\t'The first, with the tags, comments, NAGs and variations of the others'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l duplicates -d 'Write the dropped duplicates to FILE' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l against -d 'Drop games that FILE contains, too. FILE is not changed; its keys are kept in FILE.pgnkit-keys. Can be given several times' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l report -d 'Write a report to FILE: for each duplicate its place, the game that is kept, and why; .tsv or .jsonl, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l requeue -d 'Put the games of FILE, which --rejects wrote, back in their places' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l output-encoding -d 'The character set of the output; characters that it lacks become `?` [default: bytes unchanged]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l sort -d 'The order of the games: none, standard (by Date, Event, Site, Round, White, Black, Result and moves, as in section 12 of the standard), or fields and tags, as in date:desc,White' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l memory -d 'Maximum memory for data that grows with the number of games, at least 4MiB; more goes to temporary files' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s 0 -d 'Names in --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l force-exclude -d 'Apply --exclude to named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l ignore-files -d 'In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l no-ignore-files -d 'In folders, read hidden and ignored files, too; the default of all commands but check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l allow-truncated -d 'Accept an input that ends too early'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l append -d 'Append to FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l only-duplicates -d 'Write the duplicates instead of the games that are kept'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l csv-safe -d 'Put an apostrophe before text that a spreadsheet would run as a formula, in a --report of .tsv'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l dry-run -d 'Write no games; only report what would be dropped'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l account -d 'Find each game of the inputs again in what was written, and list those that are lost; exit status 1 if there are any. Reads the inputs a second time'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l tree -d 'Join games with the same start position and variant into one game with variations; a comment at the end of each line names its game'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l files-from -d 'Also read the files that FILE lists, one per line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l exclude -d 'Skip files of folders and globs that match GLOB; may be repeated' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l skip -d 'Skip the first N of the games that match' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l take -d 'Take at most N of the games that match; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l by -d 'Count by the values of fields or tags, or by pieces of values, as in split --by: year, player, Date:month, White:surname, elo:100, White,Result; or `pair`, for the score between each two players, also with a field: pair,year' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l sprt -d 'Run a sequential probability ratio test for each row of --by pair: is the first player\'s normalized Elo ELO0 (H0) or ELO1 (H1)? As in 0,5' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l order -d 'The columns that sort the rows of --by, by their names in CSV: score:desc, games, year:asc' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l at-least -d 'Leave out the rows of --by, and the moves of --moves, with fewer than N games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l player -d 'Count the games of one player, with the player\'s score by color, opening, rating of opponents, year and opponent. NAME is the beginning of the name; if it contains `*`, `?`, `[` or `{`, it is a glob that the whole name must match, as in \'{MyName}\'' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l crosstable -d 'A cross table for each event, with tie-breaks [without a value: auto]' -r -f -a "auto\t'The form that fits the games of the event'
match\t'The results of two players in order'
round-robin\t'All against all: a column for each opponent'
rounds\t'A column for each round'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l tie-breaks -d 'The tie-breaks of --crosstable in their order [default: sonneborn-berger; by rounds, buchholz before it]' -r -f -a "direct-encounter\t'The points against those who are tied'
wins\t'The number of wins'
buchholz\t'The points of all opponents'
buchholz-cut-1\t'The points of all opponents but the lowest'
sonneborn-berger\t'The points of opponents, by the results against them'
koya\t'The points against those with at least half of the points'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l top -d 'Maximum number of rows of each table; 0: all [default: 10; 100 for --by]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l moves -d 'Show the tree of openings, DEPTH half-moves deep; transpositions are joined' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l eco-file -d 'Openings of your own: TSV of code, name and moves, or PGN with ECO, Opening and Variation' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l names -d 'Write no counts, but a table of the spellings of players, events and sites to FILE, for export --map-tag; `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l players -d 'The list of players that FIDE publishes, as XML or as text, for --names: names, numbers, titles and years of birth' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l format -d 'The format of the counts [default: text, or that of the ending of --output]' -r -f -a "text\t'Tables and bars for a terminal'
json\t'One JSON object'
csv\t'Comma-separated values'
tsv\t'Tab-separated values, for cut, sort and awk'
markdown\t'Headings and tables of Markdown'
html\t'One page with charts, for a browser, with up to 200 rows a table'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s o -l output -d 'Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz are compressed. FILE cannot be an input. If an input cannot be read to its end (exit status 2), a new FILE has what could be read; an existing FILE is kept, and the output is named FILE.partial' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s 0 -d 'Names in --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l force-exclude -d 'Apply --exclude to named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l ignore-files -d 'In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l no-ignore-files -d 'In folders, read hidden and ignored files, too; the default of all commands but check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l allow-truncated -d 'Accept an input that ends too early'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l append -d 'Append to FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l engines -d 'For each engine: how its games ended, depth and time of its moves, its openings'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l quality -d 'Report on quality: what is missing, unknown, contradictory or wrong'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l csv-safe -d 'Put an apostrophe before text that a spreadsheet would run as a formula (csv, tsv)'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l ascii -d 'Draw with ASCII characters'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l files-from -d 'Also read the files that FILE lists, one per line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l exclude -d 'Skip files of folders and globs that match GLOB; may be repeated' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l follow -d 'Keep running, and write new games whenever inputs grow or are rewritten, until interrupted [without a value: ended]' -r -f -a "ended\t'Each game once, when it has ended with a result'
changed\t'Each game, and again whenever its text has changed'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l white -d 'White\'s name begins with this; with `*`, `?`, `[` or `{` in it, this is a glob that the whole name must match. Case does not matter' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l black -d 'Black\'s name begins with this or matches this glob, as for --white' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l player -d 'Either player\'s name begins with this or matches this glob, as for --white' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l event -d 'The event\'s name begins with this or matches this glob, as for --white' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l eco -d 'ECO codes: B90, B9, B20..B99, or several with commas' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l result -d 'Results: 1-0, 0-1, 1/2-1/2, *, or several with commas' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l date -d 'A date or range of dates, with both ends included: 2019, 2019.05..2021, 2019.., ..1970' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l min-elo -d 'Both players are rated at least N' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l max-plies -d 'The main line has at most N half-moves' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l line -d 'The game begins with these moves: 1. e4 c5 2. Nf3' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l position -d 'A position that matches this pattern occurs, as in: */*/*/*/???PP???/*/*/*; a digit is empty squares' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l material -d 'This balance of material occurs: KRPPvKR' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l ends -d 'The final position is: checkmate, stalemate, insufficient' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l repertoire -d 'The game follows the lines of this PGN; --mark shows where it leaves them' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l game -d 'Numbers of games in their file: 17,40-42' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l in -d 'The lines in which positions are searched' -r -f -a "mainline\t''
variations\t'In the main line and in all variations'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l skip -d 'Skip the first N of the games that match' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l take -d 'Take at most N of the games that match; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l last -d 'Select only the last N of the games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l sample -d 'Select N of the games at random; they stay in order' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l seed -d 'The seed of the random selection; the same seed selects the same games [default: 0]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s o -l output -d 'Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz are compressed. If games are written, FILE may be an input: it is replaced by the selected games, or kept if there are none. If an input cannot be read to its end (exit status 2), a new FILE has what could be read; an existing FILE is kept, and the output is named FILE.partial' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l zstd-frames -d 'Divide a .zst output into frames of at least SIZE bytes of text, each ending with a game, and add a seek table, so that --bytes reads a range without decompressing the text before it' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l line-ending -d 'The line ends to write [default: lf in export, otherwise those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l rest -d 'Write the games that are not selected to FILE' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l mark -d 'Add TEXT as a comment after the half-move where a position matched, or a NAG if TEXT is $N [default: match; with --repertoire, the side that leaves it and the moves of the repertoire]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s 0 -d 'Names in --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l force-exclude -d 'Apply --exclude to named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l ignore-files -d 'In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l no-ignore-files -d 'In folders, read hidden and ignored files, too; the default of all commands but check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l allow-truncated -d 'Accept an input that ends too early'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l not -d 'Select the games that do not match'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l append -d 'Append to FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l count -d 'Write only the number of selected games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l exit-status -d 'Exit with status 1 if no game is selected'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l duplicates -d 'A file of copies that were set aside, as merge --duplicates writes it; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l rejects -d 'A file of games that the commands set aside for another reason, as --rejects and filter --rest write it; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l skip -d 'Skip the first N of the games that match' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l take -d 'Take at most N of the games that match; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l output-format -d 'The format of the changes [default: text, or that of the ending of --output]' -r -f -a "text\t'Text, a line or more per change'
markdown\t'Markdown for pull requests, a section per change'
html\t'One page with boards, for a browser'
json-lines\t'One JSON object per change'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l memory -d 'Maximum memory for keys and copied games, at least 4MiB; what does not fit goes to --tmp-dir. Games of plain files are not copied' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s o -l output -d 'Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz are compressed. FILE cannot be an input. If an input cannot be read to its end (exit status 2), a new FILE has what could be read; an existing FILE is kept, and the output is named FILE.partial' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l account -d 'Find each game of the inputs in the result (the last B), and list the games that are lost; exit status 1 if there are any'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l append -d 'Append to FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l spelling -d 'Exit status 1 also if games differ only in the spelling of moves, or in move numbers. The summary still counts them as in other spelling'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l files-from -d 'Also read the files that FILE lists, one per line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l exclude -d 'Skip files of folders and globs that match GLOB; may be repeated' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l size -d 'Maximum number of bytes of text in a range; a frame of a zstd file is not divided' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -s 0 -d 'Names in --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l force-exclude -d 'Apply --exclude to named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l ignore-files -d 'In folders, skip hidden files and those that .ignore and, in a repository, .gitignore list; the default of check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l no-ignore-files -d 'In folders, read hidden and ignored files, too; the default of all commands but check'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l allow-truncated -d 'Accept an input that ends too early'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand ranges" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l log -d 'Write the log to FILE instead of stderr' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l stdio -d 'Use stdin and stdout, as always; some editors add this'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand server" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-textconv" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand git-merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -f -a "completions" -d 'Write the completions of a shell to stdout'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -f -a "config-schema" -d 'Write the JSON schema of pgnkit.toml to stdout'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -f -a "gitattributes" -d 'Write the settings with which git compares and merges games to stdout'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema gitattributes man" -f -a "man" -d 'Write the man pages into a folder, which is created if it is missing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from gitattributes" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l force -d 'Replace existing files, whatever they contain'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -s j -l threads -d 'Number of worker threads [0: one per core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l progress -d 'When to show the progress of a run' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'A bar at once; without a terminal, a line per second'
never\t'No progress'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l config -d 'A settings file to use instead of the nearest pgnkit.toml, or a single setting; may be repeated' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l encoding -d 'The 8-bit character set of text that is not UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l date-order -d 'The order of day and month in dates such as 04.11.1992 [default: such dates are not read]' -r -f -a "dmy\t'The day comes first'
mdy\t'The month comes first'
ymd\t'Only the year is read'
auto\t'The order of the other dates of the file'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l max-game-size -d 'Do not parse games of more bytes than this' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l bytes -d 'Read only the games that start in this byte range of the text of each input' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l lang -d 'The language of the piece letters, as in: de, ru; auto: detected for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -s w -l where -d 'Select only games that match, as in: WhiteElo >= 2600 and White ~ "Carlsen*"; if repeated, all must match. strip-comments edits the selected games and copies the others' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l manifest -d 'Write a manifest to FILE: the options, the inputs and outputs with size and SHA-256, and the numbers of games kept, dropped and changed. The format is JSON; `-` is stdout, if no other output goes there' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -s q -l quiet -d 'Print no warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -s v -l verbose -d 'Also list what was skipped, dropped or repaired, each with its place; excludes -q'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l allow-null -d 'Accept a null move in the main line'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l assume-queen -d 'Read a promotion without a piece as a promotion to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l nested-comments -d 'Allow brace comments inside brace comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -l explain-where -d 'Print the order in which --where is evaluated and what each part has to read; read no games'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand help" -s h -l help -d 'Print help (see more with \'--help\')'
