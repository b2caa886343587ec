// The operator corrects how many markets an exclusive group has, and a running bot takes it up on SIGHUP.

import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

const WAIT = { timeout: 40_000, interval: 50 }

let venue: LoopbackVenue
beforeEach(async () => {
  const market = (id: string) => ({ id, question: `${id}?`, endsInSec: 90_000, groupSlug: 'g' })
  venue = await openVenue({ world: undefined, markets: ['a', 'b', 'c'].map(market) })
})
afterEach(async () => {
  killAll()
  await venue.close()
})

it('is in force at once, and held against the venue', { timeout: 120_000 }, async () => {
  const [groupId] = venue.server.api.markets.all().map((market) => market.groupId)
  const path = venue.config(
    'telemetry: { port: 0, logLevel: info, logFormat: json }\n',
    `{ select: { max: 4, minTimeLeftSec: 2, refreshSec: 600 }, exclusiveGroups: { ${groupId}: 2 } }`,
  )
  const bot = runLive(path)
  const says = (words: string) => vi.waitFor(() => expect(bot.stderr).toContain(words), WAIT)
  await says(`${groupId}: expected 3, the number of all its markets at the venue, got 2`)
  const correct = (from: number, to: number) => {
    writeFileSync(path, readFileSync(path, 'utf8').replace(`{ ${groupId}: ${from} }`, `{ ${groupId}: ${to} }`))
    bot.signal('SIGHUP')
    return says(`markets.exclusiveGroups.${groupId}: ${from} -> ${to}`)
  }
  await correct(2, 3)
  expect(bot.stderr).not.toContain('needs a restart')
  await correct(3, 4)
  await says(`${groupId}: expected 3, the number of all its markets at the venue, got 4`)
  expect(bot.stderr).not.toContain('needs a restart')
  expect(bot.isOver).toBe(false)
})
