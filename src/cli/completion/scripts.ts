/** The shells with a completion script. */
export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const

export type Shell = (typeof SHELLS)[number]

/**
 * The script each shell runs on Tab. It calls `miniapp complete` with the words so far, each as one argument
 * (typed text is never evaluated), and `--new` if the cursor is at an empty word. The output is one line per
 * candidate (the word, a tab, its meaning) and a last line that says whether paths are allowed.
 */
export const COMPLETION_SCRIPTS = {
  // Works with bash 3.2 (macOS) and without the bash-completion package.
  bash: `# miniapp completion for bash. Add to ~/.bashrc:  source <(miniapp completion bash)
_miniapp() {
  local line paths='' current="\${COMP_WORDS[COMP_CWORD]}"
  local -a words=("\${COMP_WORDS[@]:1:COMP_CWORD}") flags=()
  if [ -z "$current" ]; then
    words=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
    flags=(--new)
  fi
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :*) paths="$line" ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <(miniapp complete \${flags[@]+"\${flags[@]}"} -- \${words[@]+"\${words[@]}"} 2>/dev/null)
  [ "$paths" = ':none' ] && compopt +o default 2>/dev/null
  return 0
}
complete -o default -F _miniapp miniapp
`,
  zsh: `#compdef miniapp
# miniapp completion for zsh. Add to ~/.zshrc, after compinit:  source <(miniapp completion zsh)
_miniapp() {
  local line paths word meaning
  local -a asked flags candidates
  asked=("\${(@Q)words[2,CURRENT]}")
  if [[ -z "\${words[CURRENT]}" ]]; then
    asked=("\${(@Q)words[2,CURRENT-1]}")
    flags=(--new)
  fi
  while IFS= read -r line; do
    case "$line" in
      :*) paths="$line" ;;
      *)
        word="\${\${line%%$'\\t'*}//:/\\\\:}"
        meaning="\${line#*$'\\t'}"
        candidates+=("$word\${meaning:+:$meaning}")
        ;;
    esac
  done < <(miniapp complete $flags -- "\${asked[@]}" 2>/dev/null)
  (( \${#candidates} )) && _describe -V 'miniapp' candidates
  case "$paths" in
    :files) _files ;;
    :folders) _files -/ ;;
  esac
}
if [[ "\${funcstack[1]}" = _miniapp ]]; then _miniapp "$@"; else compdef _miniapp miniapp; fi
`,
  fish: `# miniapp completion for fish. Run once:  miniapp completion fish > ~/.config/fish/completions/miniapp.fish
function __miniapp_complete
  set -l words (commandline -opc)
  set -e words[1]
  set -l current (commandline -ct)
  set -l flags
  if test -z "$current"
    set flags --new
  else
    set words $words $current
  end
  for line in (miniapp complete $flags -- $words 2>/dev/null)
    switch $line
      case ':files'
        __fish_complete_path $current
      case ':folders'
        __fish_complete_directories $current
      case ':*'
      case '*'
        echo $line
    end
  end
end
complete -c miniapp -e
complete -c miniapp -f -k -a '(__miniapp_complete)'
`,
  powershell: `# miniapp completion for PowerShell. Add to the file that $PROFILE names:
#   miniapp completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName miniapp -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 |
    Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object { $_.ToString().Trim('"', "'") })
  $flags = @()
  if ($wordToComplete -eq '') { $flags += '--new' }
  miniapp complete @flags -- @words 2>$null | ForEach-Object {
    if ($_ -eq ':files' -or $_ -eq ':folders') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
    } elseif (-not $_.StartsWith(':')) {
      $value, $meaning = $_.Split("\`t", 2)
      if (-not $meaning) { $meaning = $value }
      [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $meaning)
    }
  }
}
`,
} as const satisfies Record<Shell, string>
