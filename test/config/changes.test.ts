import { describe, expect, it } from 'vitest'
import { changesBetween, changesWhileRunning, inWords, tightens } from '../../src/config/changes.js'
import { configSchema } from '../../src/config/config.js'
import { allKeys } from '../../src/config/schema-keys.js'

const file = (change: object = {}) =>
  configSchema.parse({
    venue: { profile: 'venue.yaml', url: 'http://127.0.0.1:1', apiKey: 'a-key' },
    markets: { ids: ['a'] },
    strategy: { name: 'as-logit' },
    ...change,
  })
const between = (before: object, after: object) =>
  changesBetween({ config: file(before), params: {} }, { config: file(after), params: {} })

describe('which keys a running bot takes up', () => {
  const keys = allKeys(configSchema).filter(({ section }) => !section)
  const taken = keys.filter(({ path }) => changesWhileRunning(path)).map(({ path }) => path)

  it('the limits, the estimates and the strategy, and nothing that is opened at the start', () => {
    for (const key of [
      'risk.killSwitch.maxLoss',
      'estimates.confirmMs',
      'strategy.params',
      'markets.select.max',
      'markets.exclusiveGroups',
    ])
      expect(taken).toContain(key)
    for (const path of ['mode', 'venue.url', 'wallet.privateKeyEnv', 'telemetry.port', 'execution.journal.path'])
      expect(taken).not.toContain(path)
  })

  it('the longer name counts: a part of a section may need a restart', () => {
    expect(['risk.calendar', 'risk.ramp', 'risk.ramp.step', 'risk'].map(changesWhileRunning)).toEqual([
      ...[true, false, false, true],
    ])
    expect(changesWhileRunning('markets.exclusiveGroups.group_1')).toBe(true)
  })

  it('of what nobody knows none', () => {
    expect(['', 'risky', 'toString', 'strategy', 'strategy.file'].map(changesWhileRunning)).toEqual(
      Array.from({ length: 5 }, () => false),
    )
  })
})

describe('a limit that lets less through', () => {
  const isTighter = (before: object, after: object) => {
    const changes = between({ risk: before }, { risk: after })
    expect(changes).toHaveLength(1)
    return changes.every(tightens)
  }

  it('is one that is lowered, or is set where there was none', () => {
    expect(isTighter({ maxOrderShares: 100 }, { maxOrderShares: 20 })).toBe(true)
    expect(isTighter({ maxOrderShares: 9 }, { maxOrderShares: 10 })).toBe(false)
    expect(isTighter({}, { maxGroupLoss: 20 })).toBe(true)
    expect(isTighter({ maxGroupLoss: 20 }, {})).toBe(false)
  })

  it('is of the band of prices the lowest one that is raised', () => {
    expect(isTighter({ priceBand: { min: 0.05 } }, { priceBand: { min: 0.1 } })).toBe(true)
    expect(isTighter({ priceBand: { min: 0.1 } }, { priceBand: { min: 0.05 } })).toBe(false)
    expect(isTighter({ priceBand: { max: 0.9 } }, { priceBand: { max: 0.8 } })).toBe(true)
  })

  it('is none of what holds back longer, or of other sections', () => {
    expect(isTighter({ quoteAgainAfterSec: 9 }, { quoteAgainAfterSec: 3 })).toBe(false)
    expect(isTighter({ quoteAgainAfterSec: 3 }, { quoteAgainAfterSec: 9 })).toBe(false)
    expect(tightens({ key: 'strategy.maxLevels', from: '3', to: '1' })).toBe(false)
  })

  it('may be every max of risk that is a number', () => {
    const keys = allKeys(configSchema).map(({ path }) => path)
    const limits = keys.filter((key) => /^risk\.(max|orderRate\.|killSwitch\.max)/.test(key))
    const lowered = limits.filter((key) => tightens({ key, from: '2', to: '1' }))
    expect(limits.filter((key) => !lowered.includes(key))).toEqual(['risk.maxClockErrorMs'])
  })
})

describe('how two configurations differ', () => {
  it('by nothing where they say the same', () => {
    expect(between({ risk: { maxTotalLoss: 1000 } }, {})).toEqual([])
  })

  it('key by key, defaults included, in the order of their names', () => {
    const changes = between({ risk: { maxOrderShares: 20 } }, { estimates: { prior: { p: 0.4 } } })
    expect(changes.map(inWords)).toEqual(['estimates.prior.p: none -> 0.4', 'risk.maxOrderShares: 20 -> 500'])
  })

  it('lists are one value', () => {
    expect(between({}, { markets: { ids: ['a', 'b'] } }).map(inWords)).toEqual(['markets.ids: ["a"] -> ["a","b"]'])
  })

  it('the strategy by its checked parameters and its content', () => {
    const config = file()
    const changes = changesBetween(
      { config, params: { size: 20 }, sha256: 'a'.repeat(64) },
      { config, params: { size: 7 }, sha256: 'b'.repeat(64) },
    )
    expect(changes.map(inWords)).toEqual([
      `strategy.file (content): "${'a'.repeat(16)}" -> "${'b'.repeat(16)}"`.replaceAll('"', ''),
      'strategy.params.size: 20 -> 7',
    ])
  })

  it('a file of secrets by its content, which is never shown, and needs a restart', () => {
    const config = file()
    const changes = changesBetween(
      { config, params: {}, secrets: new Map([['wallet.passphraseFile', 'a']]) },
      {
        config,
        params: {},
        secrets: new Map([
          ['wallet.passphraseFile', 'b'],
          ['control.tokenFile', 'c'],
        ]),
      },
    )
    expect(changes.map(inWords)).toEqual([
      'control.tokenFile (content): none -> [another secret]',
      'wallet.passphraseFile (content): [secret] -> [another secret]',
    ])
    expect(changes.map(({ key }) => changesWhileRunning(key))).toEqual([false, false])
  })

  it('another API key is told of, and never shown', () => {
    const venue = (apiKey: string) => ({ venue: { profile: 'v', url: 'http://127.0.0.1:1', apiKey } })
    expect(between(venue('one-secret'), venue('two-secret')).map(inWords)).toEqual([
      'venue.apiKey: [secret] -> [another secret]',
    ])
  })
})
