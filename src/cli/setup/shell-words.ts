// Completion scripts of the shells, made of what the command line knows of itself.

import type { Command } from 'commander'
import type { Shell } from './setup-actions.js'

interface Words {
  readonly name: string
  readonly description: string
  readonly options: readonly {
    readonly flag: string
    readonly description: string
    readonly takesValue: boolean
    readonly choices: readonly string[]
  }[]
  /** What the first argument may be; empty where it is a file or a word. */
  readonly first: readonly string[]
}

export function completionScript(shell: Shell, commands: readonly Command[]): readonly string[] {
  const words = commands.map(wordsOf)
  if (shell === 'bash') return bash(words)
  return shell === 'zsh' ? zsh(words) : fish(words)
}

function wordsOf(command: Command): Words {
  return {
    name: command.name(),
    description: command.description(),
    options: command.options.flatMap(({ long, description, required, optional, argChoices = [] }) =>
      long === undefined || long === null
        ? []
        : [{ flag: long, description, takesValue: required || optional, choices: argChoices }],
    ),
    first: command.registeredArguments[0]?.argChoices ?? [],
  }
}

/** Where nothing of these fits the shell offers files: configurations, keys, tapes. */
function bash(words: readonly Words[]): string[] {
  const cases = words.map(({ name, options, first }) => {
    const flags = options.map(({ flag }) => flag).join(' ')
    return `    ${name}) flags='${flags}' first='${first.join(' ')}' ;;`
  })
  const values = words.flatMap(({ name, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flag, choices }) => `    '${name} ${flag}') values='${choices.join(' ')}' ;;`),
  )
  return [
    '# bash completion of quoin: source <(quoin completion bash)',
    '_quoin() {',
    `  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" command="" given=0 index`,
    "  local flags='' first='' values='none'",
    '  COMPREPLY=()',
    '  for ((index = 1; index < COMP_CWORD; index++)); do',
    `    case "\${COMP_WORDS[index]}" in`,
    '      -*) ;;',
    `      *) if [ -z "$command" ]; then command="\${COMP_WORDS[index]}"; else given=$((given + 1)); fi ;;`,
    '    esac',
    '  done',
    '  if [ -z "$command" ]; then',
    `    COMPREPLY=($(compgen -W '${words.map(({ name }) => name).join(' ')} --help --version' -- "$current"))`,
    '    return',
    '  fi',
    '  case "$command $previous" in',
    ...values,
    '  esac',
    '  if [ "$values" != none ]; then',
    '    COMPREPLY=($(compgen -W "$values" -- "$current"))',
    '    return',
    '  fi',
    '  case "$command" in',
    ...cases,
    '  esac',
    '  case "$current" in',
    '    -*) COMPREPLY=($(compgen -W "$flags --help" -- "$current")) ;;',
    '    *) if [ "$given" -eq 0 ]; then COMPREPLY=($(compgen -W "$first" -- "$current")); fi ;;',
    '  esac',
    '}',
    'complete -o default -F _quoin quoin',
  ]
}

const quoted = (text: string) => text.replaceAll("'", "'\\''")
/** In the lists of zsh a colon parts name and description, brackets enclose it. */
const zshText = (text: string) => quoted(text).replace(/[[\]:]/g, '\\$&')

function zsh(words: readonly Words[]): string[] {
  return [
    '#compdef quoin',
    '# zsh completion of quoin: quoin completion zsh > a folder of $fpath, as _quoin',
    '_quoin() {',
    '  local -a commands',
    '  commands=(',
    ...words.map(({ name, description }) => `    '${name}:${zshText(description)}'`),
    '  )',
    '  if (( CURRENT == 2 )); then',
    "    _describe 'command' commands",
    '    return',
    '  fi',
    '  case "$words[2]" in',
    ...words.map(({ name, options, first }) => {
      const flags = options.map(({ flag, description, takesValue, choices }) => {
        const value = choices.length > 0 ? `:value:(${choices.join(' ')})` : takesValue ? ':value:_files' : ''
        return `'${flag}[${zshText(description)}]${value}'`
      })
      const args = first.length > 0 ? [`'2:action:(${first.join(' ')})'`] : []
      return `    ${name}) _arguments '1:command:' ${[...flags, ...args].join(' ')} '*:file:_files' ;;`
    }),
    '  esac',
    '}',
    '_quoin "$@"',
  ]
}

function fish(words: readonly Words[]): string[] {
  const fishText = (text: string) => text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")
  return [
    '# fish completion of quoin: quoin completion fish > ~/.config/fish/completions/quoin.fish',
    ...words.flatMap(({ name, description, options, first }) => {
      const seen = `complete -c quoin -n '__fish_seen_subcommand_from ${name}'`
      return [
        `complete -c quoin -n __fish_use_subcommand -f -a ${name} -d '${fishText(description)}'`,
        ...(first.length > 0 ? [`${seen} -a '${first.join(' ')}'`] : []),
        ...options.map(({ flag, description: what, takesValue, choices }) => {
          const value = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : takesValue ? ' -r' : ''
          return `${seen} -l ${flag.slice(2)}${value} -d '${fishText(what)}'`
        }),
      ]
    }),
  ]
}
