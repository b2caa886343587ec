// What bash would offer: the script's own function, run by bash. The other shells' scripts are read.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProgram } from '../../../../src/cli/program.js'
import { completionScript } from '../../../../src/cli/setup/shell-words.js'

const never = () => {
  throw new Error('expected no command to run')
}
const { commands } = createProgram({ entry: [], context: never, chosen: never })
const folder = mkdtempSync(join(tmpdir(), 'quoin-completion-'))
const script = join(folder, 'quoin.bash')
beforeAll(() => writeFileSync(script, completionScript('bash', commands).join('\n')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Words that bash offers for the last of these. */
function offered(...words: readonly string[]): string[] {
  const quoted = ['quoin', ...words].map((word) => `'${word}'`).join(' ')
  const run = `source ${script}; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _quoin; printf '%s\\n' "\${COMPREPLY[@]}"`
  const text = execFileSync('bash', ['--norc', '--noprofile', '-u', '-c', run], { encoding: 'utf8' })
  return text.split('\n').filter((word) => word !== '')
}

describe('completion in bash', () => {
  it('offers every command', () => {
    const all = offered('')
    for (const command of commands) expect(all).toContain(command.name())
    expect(offered('che')).toEqual(['check'])
  })

  it("offers a command's options, also after its arguments", () => {
    expect(offered('run', 'bot.yaml', '--l')).toEqual(['--live'])
    expect(offered('run', '--live', 'bot.yaml', '--dry')).toEqual(['--dry-run'])
    expect(offered('check', '--o')).toEqual(['--offline'])
  })

  it('offers what an argument or an option may be, and nothing where it is a file', () => {
    expect(offered('keys', '')).toEqual(['new', 'import', 'address'])
    expect(offered('tape', 'ver')).toEqual(['verify'])
    expect(offered('completion', 'f')).toEqual(['fish'])
    expect(offered('init', '--for', '')).toEqual(['sandbox', 'testnet', 'live'])
    expect(offered('keys', 'new', '')).toEqual([])
    expect(offered('run', '--report', '')).toEqual([])
    expect(offered('check', '')).toEqual([])
  })

  it('falls back on files, and is registered for quoin', () => {
    const run = `source ${script}; complete -p quoin`
    expect(execFileSync('bash', ['--norc', '-c', run], { encoding: 'utf8' })).toBe(
      'complete -o default -F _quoin quoin\n',
    )
  })
})

describe.each(['zsh', 'fish'] as const)('completion in %s', (shell) => {
  it('names every command and every option', () => {
    const lines = completionScript(shell, commands)
    for (const command of commands) {
      const own = lines.filter((line) => new RegExp(`\\b${command.name()}\\b`).test(line)).join('\n')
      for (const { long } of command.options)
        expect(own).toContain(shell === 'zsh' ? `${long}[` : `-l ${long?.slice(2)}`)
    }
    // an apostrophe in a description ends no word
    for (const line of lines) expect(line.replaceAll("'\\''", '').replaceAll("\\'", '').split("'").length % 2).toBe(1)
  })
})
