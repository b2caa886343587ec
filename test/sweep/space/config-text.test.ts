import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { configSchema } from '../../../src/config/config.js'
import { allKeys } from '../../../src/config/schema-keys.js'
import { movedText, withValues } from '../../../src/sweep/space/config-text.js'

const TEXT = `# mine
strategy:
  name: as-logit # the default
  params:
    gamma: 0.0010 # careful
markets: { ids: [0x00ff] }
`

describe('values in a configuration', () => {
  it('are put in where they belong, and everything else stays', () => {
    const text = withValues(TEXT, [
      { path: 'strategy.params.gamma', value: 0.5 },
      { path: 'strategy.params.size', value: 7 },
      { path: 'execution.orderLifetimeSec', value: 'auto' },
    ])
    expect(text).toBe(`# mine
strategy:
  name: as-logit # the default
  params:
    gamma: 0.5 # careful
    size: 7
markets: { ids: [ 0x00ff ] }
execution:
  orderLifetimeSec: auto
`)
  })

  it('make sections that are not there or empty', () => {
    expect(withValues('strategy:\n  params:\n', [{ path: 'strategy.params.a', value: true }])).toContain('a: true')
    expect(withValues('', [{ path: 'risk.a', value: 1 }])).toBe('risk:\n  a: 1\n')
  })

  it('do not go through another value', () => {
    expect(() => withValues(TEXT, [{ path: 'strategy.name.x', value: 1 }])).toThrow(
      'strategy.name.x: expected a section at strategy.name, got another value',
    )
  })
})

it('moves with its files', () => {
  const text = `venue:
  profile: venues/a.yaml
strategy: { file: /mine/b.ts }
backtest: { tape: ../tape }
signals: { files: [ { path: c.jsonl } ] }
`
  expect(movedText(text, '/bots/x.yaml', '/out/y.yaml', ['one', 'two'])).toBe(`# one
# two

venue:
  profile: ../bots/venues/a.yaml
strategy: { file: /mine/b.ts }
backtest: { tape: ../tape }
signals: { files: [ { path: ../bots/c.jsonl } ] }
`)
  expect(movedText('# mine\na: 1\n', '/x.yaml', '/y.yaml', ['best'])).toBe('# best\n\n# mine\na: 1\n')
  expect(movedText('venue: { profile: { a: 1 } }\n', '/x.yaml', '/z/y.yaml', ['best'])).toContain('{ a: 1 }')
})

it('moves with every file that a configuration may name', () => {
  // the log's is relative to where the bot is started
  const isFile = (path: string) => path.endsWith('File') && path !== 'telemetry.logFile'
  const named = allKeys(configSchema)
    .filter(({ path, description }) => isFile(path) || /\brelative to this file\b/.test(description))
    .map(({ path }) => path)
  expect(named).toContain('alerts.webhooks[].urlFile')
  const moved = named.map((path) => {
    const nested = path.split('.').reduceRight<unknown>((inner, key) => {
      return key.endsWith('[]') ? { [key.slice(0, -2)]: [inner] } : { [key]: inner }
    }, 'it')
    const read: unknown = parse(movedText(stringify(nested), '/bots/x.yaml', '/out/y.yaml', ['best']))
    return [path, JSON.stringify(read)]
  })
  expect(moved.filter(([, text]) => !text?.includes('"../bots/it"'))).toEqual([])
})
