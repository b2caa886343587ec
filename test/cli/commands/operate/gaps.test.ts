import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { gaps } from '../../../../src/cli/commands/operate/gaps.js'
import { captureContext } from '../sandbox.js'

let folder: string
let log: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-gaps-'))
  log = join(folder, 'bot.log')
  const at = (sec: number) => new Date(Date.UTC(2026, 0, 1) + sec * 1000).toISOString()
  const market = { conditionId: '0xa', question: 'Will it rain?' }
  const other = { conditionId: '0xb', question: 'Will it snow?' }
  const lines = [
    { time: at(0), event: 'started' },
    { time: at(0), event: 'quoting', ...market, since: at(0) },
    { time: at(0), event: 'quoting', ...other, since: at(0) },
    { time: at(10), event: 'resting', conditionId: '0xa', rests: false },
    { time: at(10.5), event: 'resting', conditionId: '0xa', rests: true },
    { time: at(31), event: 'not-quoting', ...other, since: at(30), reason: 'feed-stale', detail: 'silence' },
    { time: at(40), event: 'quoting', ...other, since: at(40) },
    { time: at(100), event: 'fill' },
  ]
  writeFileSync(log, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function shown(json: boolean, flags: Parameters<typeof gaps>[1] = { leastMs: 1000 }): Promise<string> {
  const run = captureContext(json)
  expect(await gaps(log, flags, run.context)).toBe('ok')
  return run.stdout
}

it('lists gaps that lasted, their sums by reason, and what it does not list', async () => {
  expect((await shown(false)).split('\n')).toEqual([
    'FROM                      TO                        SECONDS  REASON      MARKET         DETAIL',
    '2026-01-01T00:00:30.000Z  2026-01-01T00:00:40.000Z  10.0     feed-stale  Will it snow?  silence',
    '',
    '2 markets, 0.06 hours of markets, quoted in 94.8 % of them',
    '  without, feed-stale: 10.0 s, 5.0 %',
    '  without, brief: 0.5 s, 0.3 %',
    '1 shorter ones are not listed',
    '',
  ])
})

it('has all of them as data, of one market by its id or by words of its question', async () => {
  const all = JSON.parse(await shown(true))
  expect(all).toMatchObject({ until: '2026-01-01T00:01:40.000Z', leftOut: 0 })
  expect(all.gaps).toHaveLength(2)
  expect(all.seconds).toEqual({ followed: 200, quoted: 189.5, without: { 'feed-stale': 10, brief: 0.5 } })
  for (const market of ['0xb', 'SNOW']) {
    const one = JSON.parse(await shown(true, { market, leastMs: 0 }))
    expect(one.gaps).toEqual([
      {
        ...{ conditionId: '0xb', question: 'Will it snow?', reason: 'feed-stale', detail: 'silence' },
        ...{ from: '2026-01-01T00:00:30.000Z', to: '2026-01-01T00:00:40.000Z' },
      },
    ])
    expect(one.markets).toEqual([{ conditionId: '0xb', question: 'Will it snow?', followedSec: 100, quotedSec: 90 }])
  }
})

it('says where nothing was followed', async () => {
  expect(await shown(false, { market: 'hail', leastMs: 0 })).toContain('no market was followed')
})
