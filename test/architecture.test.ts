// The house in order: who imports whom, purity, cycles, file length; and each rule fails on a planted violation.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { violations } from './architecture/rules.js'
import { type SourceText, sourceFacts } from './architecture/source-facts.js'

function sourcesIn(folder: string): SourceText[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

const sources = [...sourcesIn('src'), ...sourcesIn('strategies')]
const facts = sources.map(sourceFacts)
const planted = (path: string, text: string) => violations([sourceFacts({ path, text })])

describe('architecture', () => {
  it('has sources to look at', () => {
    expect(facts.length).toBeGreaterThan(50)
    expect(facts.flatMap(({ files }) => files).length).toBeGreaterThan(100)
  })

  it('keeps its rules', () => {
    expect(violations(facts)).toEqual([])
  })

  it('resolves every import to a file', () => {
    const missing = facts.flatMap(({ path, files }) =>
      files.filter((file) => !existsSync(file)).map((file) => `${path}: imports ${file}`),
    )
    expect(missing).toEqual([])
  })
})

describe('a planted violation fails', () => {
  it.each([
    [
      'a stage importing a stage',
      'src/risk/x.ts',
      "import { a } from '../quoting/a.js'",
      'must not import src/quoting/a.ts',
    ],
    [
      'a type import counts too',
      'src/risk/x.ts',
      "import type { A } from '../state/a.js'",
      'must not import src/state/a.ts',
    ],
    [
      'a stage importing an adapter',
      'src/feed/x.ts',
      "import '../venue/session/a.js'",
      'must not import src/venue/session/a.ts',
    ],
    [
      'a stage importing the core',
      'src/state/x.ts',
      "export * from '../core/core.js'",
      'must not import src/core/core.ts',
    ],
    [
      'a strategy reaching inside',
      'strategies/x.ts',
      "import '../src/domain/market/side.js'",
      'must not import src/domain/market/side.ts',
    ],
    ['the domain importing a model', 'src/domain/x.ts', "import '../models/a.js'", 'must not import src/models/a.ts'],
    ['the api importing a session', 'src/server/api/x.ts', "import '../../venue/session/a.js'", 'must not import'],
    [
      'telemetry importing a stage',
      'src/telemetry/x.ts',
      "const a = import('../risk/a.js')",
      'must not import src/risk/a.ts',
    ],
    [
      'a log that asks what the bot believes',
      'src/event-log/x.ts',
      "import '../state/a.js'",
      'must not import src/state/a.ts',
    ],
    [
      'gaps that ask more than the log',
      'src/gaps/x.ts',
      "import '../telemetry/log/log.js'",
      'must not import src/telemetry/log/log.ts',
    ],
    [
      'flattening through an adapter',
      'src/flatten/x.ts',
      "import '../venue/session/session.js'",
      'must not import src/venue/session/session.ts',
    ],
    [
      'an account read from what the bot believes',
      'src/account/x.ts',
      "import '../state/a.js'",
      'must not import src/state/a.ts',
    ],
    [
      'a doctor that connects',
      'src/doctor/x.ts',
      "import '../venue/transport/real-transport.js'",
      'must not import src/venue/transport/real-transport.ts',
    ],
    [
      'a doctor that knows the composition root',
      'src/doctor/x.ts',
      "import '../cli/venue/connect.js'",
      'must not import src/cli/venue/connect.ts',
    ],
    [
      'a ranking that trades',
      'src/ranking/x.ts',
      "import '../venue/trading.js'",
      'must not import src/venue/trading.ts',
    ],
    [
      'the configuration importing more than a schema',
      'src/config/config.ts',
      "import '../risk/approve.js'",
      'must not import',
    ],
    ['a new folder without an entry', 'src/novelty/x.ts', '', 'no entry in the import table'],
    ['rxjs in pure code', 'src/core/core.ts', "import { of } from 'rxjs/operators'", 'must not import rxjs'],
    ['node in pure code', 'src/models/x.ts', "import { readFileSync } from 'node:fs'", 'must not import node:fs'],
    ['node in what is concluded of a log', 'src/gaps/quoting-record.ts', "import 'node:fs'", 'must not import node:fs'],
    [
      'a timer in the dead man’s switch',
      'src/watchdog/dead-mans-switch.ts',
      'setTimeout(() => 1, 1)',
      'must not use setTimeout',
    ],
    ['a clock in a plan to flatten', 'src/flatten/flatten-plan.ts', 'new Date()', 'must not use new Date()'],
    ['a clock of its own in a trial', 'src/doctor/place/trial.ts', 'Date.now()', 'must not use Date.now'],
    ['a clock in a score', 'src/ranking/market-score.ts', 'export const a = Date.now()', 'must not use Date.now'],
    ['a log in pure code', 'src/venue/session/x.ts', "import { pino } from 'pino'", 'must not import pino'],
    ['Date.now', 'src/quoting/x.ts', 'export const a = () => Date.now()', 'must not use Date.now'],
    ['new Date()', 'src/state/x.ts', 'export const a = () => new Date()', 'must not use new Date()'],
    ['performance.now', 'src/risk/x.ts', 'export const a = performance.now()', 'must not use performance.now'],
    ['setTimeout', 'src/server/api/x.ts', 'setTimeout(() => 1, 1)', 'must not use setTimeout'],
    ['Math.random', 'src/venue/simulated/x.ts', 'export const a = Math.random', 'must not use Math.random'],
    ['what stops a limiter for ever', 'src/cli/x.ts', 'limiter.updateSettings({})', 'must not call updateSettings'],
    ['a long file', 'src/cli/x.ts', '\n'.repeat(301), '301 lines, at most 300'],
  ])('%s', (_name, path, text, expected) => {
    const found = planted(path, text)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(expected)
  })

  it('a cycle', () => {
    const a = sourceFacts({ path: 'src/models/a.ts', text: "import './b.js'" })
    const b = sourceFacts({ path: 'src/models/b.ts', text: "import type { A } from './a.js'" })
    expect(violations([a, b])).toEqual(['cycle: src/models/a.ts -> src/models/b.ts -> src/models/a.ts'])
  })

  it('and what is allowed does not', () => {
    expect(planted('src/quoting/x.ts', "import '../models/a.js'\nimport '../domain/a.js'\nimport 'zod'")).toEqual([])
    expect(planted('src/state/x.ts', '// Date.now() is not used here\nexport const a = new Date(5)')).toEqual([])
    expect(planted('src/execution/journal/x.ts', "import 'node:fs'\nDate.now()")).toEqual([])
    expect(planted('src/doctor/reach.ts', "import 'node:tls'\nDate.now()")).toEqual([])
    expect(planted('src/cli/x.ts', "import 'node:fs'\nimport '../risk/a.js'\nDate.now()")).toEqual([])
    expect(planted('src/config/config.ts', "import '../risk/schema.js'")).toEqual([])
  })
})
