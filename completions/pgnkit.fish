# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_pgnkit_global_optspecs
    string join \n j/threads= color= q/quiet v/verbose progress= config= isolated tmp-dir= encoding= no-mmap max-game-size= bytes= allow-null assume-queen nested-comments lang= w/where= explain-where manifest= h/help V/version
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

complete -c pgnkit -n "__fish_pgnkit_needs_command" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -s V -l version -d 'Print version'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "check" -d 'Find what is wrong with games, rule by rule'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "rules" -d 'List the rules of check, or explain one'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "export" -d 'Write games in the export format of the PGN standard, or in another format'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "strip-comments" -d 'Remove annotation, and leave every other byte as it is'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "split" -d 'Write many files from one stream of games'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "merge" -d 'Write one file from many, the games as they are'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "stats" -d 'Count games, and what is in them: players, openings, results, quality'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "filter" -d 'Pass games on, byte for byte'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "diff" -d 'Tell which games two inputs do not have in common, and what has changed in the others'
complete -c pgnkit -n "__fish_pgnkit_needs_command" -f -a "generate" -d 'Write completions, man pages, and the schema of pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l files-from -d 'Also read the files that FILE names, one a line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l exclude -d 'Leave out what a folder or glob finds here; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l skip -d 'Leave out the first N games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l take -d 'At most N games; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s o -l output -d 'Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l select -d 'Only these rules: codes, names, or beginnings of codes' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l extend-select -d 'These rules too' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l ignore -d 'Not these rules' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l severity -d 'The lowest level to show' -r -f -a "error\t''
warning\t''
info\t''
style\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l fail-on -d 'The lowest level that makes the exit status 1 [default: what is shown]' -r -f -a "error\t''
warning\t''
info\t''
style\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l target -d 'Also ask whether this program or site takes the games' -r -f -a "archive\t'games kept for good, as the standard wants them'
chessbase\t'ChessBase, and those who read its exports'
lichess-study\t'import into a study of lichess.org'
scid4\t'a database of Scid in its format 4'
xboard\t'XBoard and WinBoard'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l fixable -d 'Fix these rules only: codes, names, or beginnings of codes' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l unfixable -d 'Do not fix these rules' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l output-format -d 'How findings are shown, and in which file; may be given several times [default: full]' -r -f -a "full\t'The line with the fault marked, the game, the position, and help'
concise\t'One line a finding: path:line:column: level rule message'
json\t'One JSON array'
json-lines\t'One JSON object a line'
sarif\t'SARIF 2.1.0'
github\t'Annotations of GitHub Actions'
gitlab\t'A code quality report of GitLab'
junit\t'A JUnit report'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l board -d 'Draw the board of findings that have a position, in `full`' -r -f -a "unicode\t'Figurines'
ascii\t'Letters'
none\t'Not at all'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l max-diagnostics -d 'Findings shown of one rule in one file, in `full` and `concise`' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l rejects -d 'Copy games with errors that are shown to FILE, each behind a line that says what is wrong' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l baseline -d 'Neither show nor count the findings that FILE holds' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l write-baseline -d 'Write all findings into FILE instead of showing them' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l stdin-filename -d 'What findings call stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s 0 -d 'The names of --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l force-exclude -d '--exclude holds for named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l ignore-files -d 'In folders, pass over hidden files and what .gitignore and .ignore name'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l no-ignore-files -d 'In folders, take hidden and ignored files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l allow-truncated -d 'An input that ends too early is no failure'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l append -d 'Add to the end of FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l strict -d 'Every warning is an error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l exit-zero -d 'Exit status 0 whatever is found'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l fix -d 'Make the safe fixes of the findings that are shown, and rewrite the files; stdin goes to stdout, and findings to stderr; with --where games that do not match stay as they are'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l unsafe-fixes -d 'Make the fixes that are guesses, too; without --fix only count and mark them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l fix-only -d 'As --fix, and do not look for what remains'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l diff -d 'Only show what --fix would change, as a patch; exit status 1 if it is not empty'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l statistics -d 'Count the findings of each rule instead of showing them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l show-settings -d 'Show what holds for each input, and where it was said, instead of checking'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l output-format -d 'How rules are shown' -r -f -a "text\t''
markdown\t''
json\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand rules" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l files-from -d 'Also read the files that FILE names, one a line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l exclude -d 'Leave out what a folder or glob finds here; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l skip -d 'Leave out the first N games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l take -d 'At most N games; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s o -l output -d 'Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l line-ending -d 'The line ends to write [default: lf in export, else those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l in-place -d 'Rewrite each input file; with SUFFIX keep the old one under that ending' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l format -d 'What is written' -r -f -a "pgn\t'The export format of the standard'
reduced\t'The reduced export format: no comments, variations, NAGs, only the roster'
json-lines\t'One JSON object a line and game'
csv\t'A table, a row a game or half-move'
parquet\t'The same table for databases, with types'
fen\t'One position a line, as FEN'
epd\t'One position a line, as EPD with the game it is from'
lines\t'One game a line: its PGN with a tab for each line end. `export` turns it back'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l notation -d 'How moves are written: san, lan (Ng1f3), long (Ng1-f3), uci (g1f3), figurine, or the piece letters of a language [default: san]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l width -d 'Characters in a line of movetext at most; 0: one line a game (pgn, reduced, lines)' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l nag-numbers -d 'Whether a NAG before Black\'s move makes its move number stand there (pgn, lines)' -r -f -a "yes\t'As the standard has it'
no\t'As most programs write'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l at -d 'Which positions of a game are written (fen, epd) [default: end]' -r -f -a "end\t'The last of the main line'
ply\t'All of the main line, the first included'
marks\t'Those marked for a diagram: [#] in a comment, $220, $221, or $201'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l rows -d 'What a row of a table is (csv, parquet) [default: games]' -r -f -a "games\t'A game'
plies\t'A half-move of a main line'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l nags -d 'Write NAGs as $1, or as ! and the signs of annotators [default: numeric]' -r -f -a "numeric\t''
symbols\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l comment-every -d 'Put a comment with the position, or its Polyglot hash, behind every Nth half-move' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l plies -d 'Write only the half-moves A to B of the main line, counted from 1; both may be left out' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l drop-before -d 'Begin the game at the first comment that holds TEXT' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l output-encoding -d 'The character set to write; `?` for what it does not have [default: utf-8]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l tags -d 'Keep only these tags, and the roster' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l drop-tags -d 'Leave these out; of the roster: make them unknown. @chesscom, @lichess and @chessbase are the tags that only those programs use' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l tag-order -d 'The order of the tags behind the roster: by name, or as they stand [default: standard]' -r -f -a "standard\t''
source\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l set -d 'Give TAG this value in every game' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l map-tag -d 'Replace values as FILE says, lines of tag, old and new with tabs between them; tag `player` is White and Black' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l add -d 'Add what the moves tell' -r -f -a "plycount\t'PlyCount, the half-moves of the main line'
eco\t'ECO, and Opening and Variation, where they are missing'
hash\t'HashCode, the Polyglot hash of the last position'
fen\t'FEN and SetUp, the first position'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l eco-file -d 'The openings of --add eco: lines of code, name and moves, or PGN [default: those built in]' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l add-ratings -d 'Add Elo numbers that are missing: lines of name or FIDE number, rating, and perhaps the date from which it holds' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l on-error -d 'What becomes of a game with a move that cannot be read, or is not legal' -r -f -a "raw\t'Its bytes as they are'
comment\t'Its legal moves, the rest of its text in comments'
truncate\t'Its legal moves'
drop\t'Nothing'
fail\t'The run stops, exit status 1'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l rejects -d 'Copy such games to FILE, each below a line that says why' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s 0 -d 'The names of --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l force-exclude -d '--exclude holds for named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l ignore-files -d 'In folders, pass over hidden files and what .gitignore and .ignore name'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l no-ignore-files -d 'In folders, take hidden and ignored files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l allow-truncated -d 'An input that ends too early is no failure'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l append -d 'Add to the end of FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l check -d 'Only name the files that would change; exit status 1 if there are any'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l diff -d 'Only show what would change, as a patch; exit status 1 if it is not empty'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l csv-safe -d 'Keep text that a spreadsheet would run as a formula from it (csv)'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l keep-escapes -d 'Keep the lines that begin with % before a game\'s tags'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l split-round -d 'Make Round "3.2" Round "3" and Board "2"'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l normalize -d 'Bring dates, FENs, names of tags and white space in values into the form of the standard'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l fix-results -d 'Let mate and stalemate on the board decide the result, and Termination where it is unknown'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l fix-mojibake -d 'Mend text that was encoded twice, in tags and comments'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l verify -d 'Read what was written, and compare it with what was read, before the file takes its name [default with --in-place]'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand export" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l files-from -d 'Also read the files that FILE names, one a line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l exclude -d 'Leave out what a folder or glob finds here; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l skip -d 'Leave out the first N games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l take -d 'At most N games; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s o -l output -d 'Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l line-ending -d 'The line ends to write [default: lf in export, else those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l in-place -d 'Rewrite each input file; with SUFFIX keep the old one under that ending' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l drop -d 'The classes of annotation to remove [default: text,commands]' -r -f -a "text\t'The words of comments'
commands\t'Commands in comments, like [%clk 0:05:00]'
nags\t'NAGs, like $1'
variations\t'Variations, with all that is in them'
glyphs\t'Signs, like ! and +-'
engine\t'What programs say of positions: scores, judgements, lists of engines, and eval and its like'
diagrams\t'[#] in comments, $220 and $221'
escapes\t'Lines that begin with %'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l keep -d 'Classes to keep of those that --drop says; `engine` and `diagrams` are parts of `text`' -r -f -a "text\t'The words of comments'
commands\t'Commands in comments, like [%clk 0:05:00]'
nags\t'NAGs, like $1'
variations\t'Variations, with all that is in them'
glyphs\t'Signs, like ! and +-'
engine\t'What programs say of positions: scores, judgements, lists of engines, and eval and its like'
diagrams\t'[#] in comments, $220 and $221'
escapes\t'Lines that begin with %'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l keep-commands -d 'Commands to keep of those that go, by their names' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l drop-commands -d 'Commands to remove, by their names' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l preset -d 'What to remove, by one word' -r -f -a "all\t'All annotation'
engine\t'What programs say of positions; clocks and people\'s words stay'
clocks\t'Times: clk, emt, egt, mct, timestamp'
human\t'People\'s words, with their circles and arrows'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s 0 -d 'The names of --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l force-exclude -d '--exclude holds for named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l ignore-files -d 'In folders, pass over hidden files and what .gitignore and .ignore name'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l no-ignore-files -d 'In folders, take hidden and ignored files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l allow-truncated -d 'An input that ends too early is no failure'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l append -d 'Add to the end of FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l check -d 'Only name the files that would change; exit status 1 if there are any'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l diff -d 'Only show what would change, as a patch; exit status 1 if it is not empty'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l reflow -d 'Fill the lines of movetext again, in games that something was taken out of'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand strip-comments" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l files-from -d 'Also read the files that FILE names, one a line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l exclude -d 'Leave out what a folder or glob finds here; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l skip -d 'Leave out the first N games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l take -d 'At most N games; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l line-ending -d 'The line ends to write [default: lf in export, else those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l games -d 'Games in a part; the last one may have fewer' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l size -d 'Bytes in a part, at most, before compression; a game that is larger is a part of its own' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l chunks -d 'Number of parts, with as many games each as can be' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l by -d 'A part for each value of a field or tag, or of a part of it: ECO:1, Date:year, player, player:surname, speed, variant, elo:100' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l for -d 'Parts that a program takes, by its documented limits' -r -f -a "lichess-study\t'32 chapters an import, so two parts fill a study of 64; 3,000 moves a chapter'
scid4\t'16,777,214 games a database'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l variations -d 'Make a game without variations of each line that a game has: variations of the main line are of depth 1, theirs of depth 2 [default: all]. Without another way to split, the lines of a game are a part' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l dir -d 'The folder of the parts; made if it is not there' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l name -d 'The names of the parts: {stem} of the input, {n} counts from 1, {n:06} in six digits, {value} of --by, any {field} or {Tag} of the first game [default: {stem}-{n:06}.pgn, with --by {value}.pgn]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s 0 -d 'The names of --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l force-exclude -d '--exclude holds for named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l ignore-files -d 'In folders, pass over hidden files and what .gitignore and .ignore name'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l no-ignore-files -d 'In folders, take hidden and ignored files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l allow-truncated -d 'An input that ends too early is no failure'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand split" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l files-from -d 'Also read the files that FILE names, one a line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l exclude -d 'Leave out what a folder or glob finds here; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l skip -d 'Leave out the first N games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l take -d 'At most N games; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s o -l output -d 'Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l line-ending -d 'The line ends to write [default: lf in export, else those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l dedup -d 'Leave out copies: none, exact, moves, moves+players, game-id, position:PLY or prefix; without KEY moves+players' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l dedup-min-plies -d 'Games of fewer half-moves are only ever exact duplicates' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l keep -d 'Which copy is kept' -r -f -a "first\t'The first'
last\t'The last'
longest\t'The one with the most half-moves'
most-annotated\t'The one with the most comments, NAGs and moves in variations'
most-tags\t'The one with the most tags that say something'
union\t'The first, with the tags, comments, NAGs and variations of the others'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l duplicates -d 'Write the copies that are left out to FILE' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l against -d 'Leave out what FILE has, too. FILE stays as it is; its keys are kept in FILE.pgnkit-keys' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l report -d 'For each copy: where it was, which game is kept and why; .tsv or .jsonl, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l requeue -d 'Put the games of FILE, which --rejects has written, back in their places' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l output-encoding -d 'The character set to write; `?` for what it does not have [default: bytes as they are]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l sort -d 'The order of the games: none, standard (the collating sequence), or fields and tags, as in date:desc,White' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l memory -d 'Memory for what grows with the number of games; more goes to intermediate files' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s 0 -d 'The names of --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l force-exclude -d '--exclude holds for named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l ignore-files -d 'In folders, pass over hidden files and what .gitignore and .ignore name'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l no-ignore-files -d 'In folders, take hidden and ignored files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l allow-truncated -d 'An input that ends too early is no failure'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l append -d 'Add to the end of FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l only-duplicates -d 'Write the copies instead of the games that are kept'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l csv-safe -d 'Keep text that a spreadsheet would run as a formula from it, in a --report of .tsv'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l dry-run -d 'Write no games; only say what would be left out'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l tree -d 'Join games of one start and variant into one game with variations; at the end of each line a comment says whose game it is'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand merge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l files-from -d 'Also read the files that FILE names, one a line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l exclude -d 'Leave out what a folder or glob finds here; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l skip -d 'Leave out the first N games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l take -d 'At most N games; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s o -l output -d 'Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l by -d 'Count by the values of fields, such as year, player, ECO, White,Result' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l top -d 'Rows of each table; 0: all [default: 10; 100 of --by]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l moves -d 'The tree of openings, so many half-moves deep; transpositions are joined' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l eco-file -d 'Openings of your own: TSV of code, name and moves, or PGN with ECO, Opening and Variation' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l format -d 'How the counts are shown' -r -f -a "text\t'Tables and bars for a terminal'
json\t'One JSON object'
csv\t'Comma-separated values'
markdown\t'Headings and tables of Markdown'
html\t'One page with charts, for a browser'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s 0 -d 'The names of --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l force-exclude -d '--exclude holds for named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l ignore-files -d 'In folders, pass over hidden files and what .gitignore and .ignore name'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l no-ignore-files -d 'In folders, take hidden and ignored files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l allow-truncated -d 'An input that ends too early is no failure'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l append -d 'Add to the end of FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l quality -d 'The report card: what is missing, unknown, contradictory or wrong'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l csv-safe -d 'Keep text that a spreadsheet would run as a formula from it (csv)'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l ascii -d 'Draw with ASCII characters'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand stats" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l files-from -d 'Also read the files that FILE names, one a line; `-` for stdin' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l exclude -d 'Leave out what a folder or glob finds here; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l white -d 'White\'s name begins with this, or is this glob' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l black -d 'Black\'s name begins with this, or is this glob' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l player -d 'Either player\'s name begins with this, or is this glob' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l event -d 'The event\'s name begins with this, or is this glob' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l eco -d 'ECO codes: B90, B9, B20..B99, or several with commas' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l result -d 'Results: 1-0, 0-1, 1/2-1/2, *, or several with commas' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l date -d 'A date or range of dates: 2019, 2019.05..2021, ..1970' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l min-elo -d 'Both players are rated so high' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l max-plies -d 'The main line has at most N half-moves' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l line -d 'The game begins with these moves: 1. e4 c5 2. Nf3' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l position -d 'A position like this pattern is reached: */*/*/*/3PP3/*/*/*' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l material -d 'This balance of material is reached: KRPPvKR' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l ends -d 'The last position: checkmate, stalemate, insufficient' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l repertoire -d 'The game comes to the lines of this PGN; --mark says where it leaves them' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l game -d 'Numbers of games in their file: 17,40-42' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l in -d 'Where positions are looked for' -r -f -a "mainline\t''
variations\t'In the main line and in all variations'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l skip -d 'Leave out the first N games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l take -d 'At most N games; reading stops after the last' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l last -d 'Only the last N of the games' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l sample -d 'N of the games, drawn at random; they stay in order' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l seed -d 'What the draw begins with; the same games for the same seed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s o -l output -d 'Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l line-ending -d 'The line ends to write [default: lf in export, else those of the input]' -r -f -a "lf\t''
crlf\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l rest -d 'Write the games that do not pass to FILE' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l mark -d 'Put a comment at the ply where a position decided [default: match, or who leaves --repertoire and what it has]; $N puts a NAG' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s 0 -d 'The names of --files-from end with NUL'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l force-exclude -d '--exclude holds for named files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l ignore-files -d 'In folders, pass over hidden files and what .gitignore and .ignore name'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l no-ignore-files -d 'In folders, take hidden and ignored files, too'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l allow-truncated -d 'An input that ends too early is no failure'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l not -d 'Pass the games on for which it does not hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l append -d 'Add to the end of FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l count -d 'Only write how many games pass'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l exit-status -d 'Exit status 1 if no game passes'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand filter" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s o -l output -d 'Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l output-format -d 'How changes are shown' -r -f -a "text\t'For people'
json-lines\t'One JSON object a change'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l memory -d 'Keys and copied games in memory at most; more go to --tmp-dir. Games of plain files are not copied' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l append -d 'Add to the end of FILE'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand diff" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -f -a "completions" -d 'Write the completions of a shell to stdout'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -f -a "config-schema" -d 'Write the JSON schema of pgnkit.toml to stdout'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and not __fish_seen_subcommand_from completions config-schema man" -f -a "man" -d 'Write the man pages into a folder, which is made if it is not there'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from config-schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s j -l threads -d 'Worker threads [0: one a core]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l color -d 'When to use colors' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t''
never\t''"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l progress -d 'When to show how far a run has come' -r -f -a "auto\t'A bar if stderr is a terminal and the run takes more than a second'
always\t'At once; without a terminal a line a second'
never\t'Nothing'"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l config -d 'Settings: a file instead of the nearest pgnkit.toml, or one by itself; again for more' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l tmp-dir -d 'Folder for large intermediate files' -r -f -a "(__fish_complete_directories)"
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l encoding -d 'The 8-bit character set of text that is no UTF-8 [default: windows-1252]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l max-game-size -d 'A game of more bytes than this is not parsed' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l bytes -d 'Only games that start in these bytes of each plain file' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l lang -d 'The language of the piece letters; auto: guessed for each game [default: en]' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s w -l where -d 'Only games for which this holds, as in: elo >= 2600 and White ~ "Carlsen*"; again for more' -r
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l manifest -d 'Write a manifest to FILE: the options, inputs and outputs with size and SHA-256, and how many games became what; JSON, `-` is stdout' -r -F
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l force -d 'Replace files that exist, whatever they hold'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s q -l quiet -d 'No warnings and no summary; twice: nothing on stderr'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s v -l verbose -d 'Also say what was skipped, dropped or repaired, by kind'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l isolated -d 'Read no pgnkit.toml'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l no-mmap -d 'Read large files instead of mapping them'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l allow-null -d 'A null move in the main line is no error'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l assume-queen -d 'A promotion without a piece is to a queen'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l nested-comments -d 'Comments in braces may hold comments in braces'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -l explain-where -d 'Print how --where is answered, and what must be read for it; read nothing'
complete -c pgnkit -n "__fish_pgnkit_using_subcommand generate; and __fish_seen_subcommand_from man" -s h -l help -d 'Print help (see more with \'--help\')'
