// An answer that refuses an order which the venue has told to rest, over the whole stack in virtual time: the network has brought the request
// twice, say, and the answer is that of the second.

import { expect, it } from 'vitest'
import type { Hex } from '../../src/domain/market/market.js'
import { JournalBook } from '../../src/execution/journal/journal-book.js'
import { type JournalLine, textOf } from '../../src/execution/journal/journal-line.js'
import type { HttpResult } from '../../src/venue/session/transport.js'
import { FaultRun } from './faults/fault-run.js'
import type { HttpFault } from './faults/faulty-transport.js'
import { isCreate } from './faults/survive.js'

const THROTTLED: HttpResult = {
  ...{ kind: 'response', status: 429, headers: { 'retry-after': '1' } },
  body: JSON.stringify({ statusCode: 429, message: 'ThrottlerException: Too Many Requests' }),
}

/** Two-sided in all markets, until one more order is sent, which the fault befalls. */
function sent(seed: number, fault: Omit<HttpFault, 'matches'>) {
  const journal = new JournalBook(0)
  const hashes = new Map<string, Hex>()
  const append = (lines: readonly JournalLine[], done: () => void) => {
    for (const line of lines) {
      journal.take(line, textOf(line))
      if (line.kind === 'signed') hashes.set(line.body, line.hash)
    }
    done()
  }
  const run = new FaultRun({ seed, journal: { append } })
  expect(
    run.run(10_000, () => run.allTwoSided()),
    'two-sided at the start',
  ).toBeDefined()
  const bodies: (string | undefined)[] = []
  const matches: HttpFault['matches'] = (request) =>
    isCreate(request) && bodies.length === 0 && bodies.push(request.body) > 0
  run.transport.fault = { ...fault, matches }
  expect(
    run.run(60_000, () => bodies.length > 0),
    'an order is sent',
  ).toBeDefined()
  const hash = hashes.get(bodies[0] ?? '')
  if (hash === undefined) throw new Error('expected an order in the journal')
  const rests = () => run.resting().some((order) => order.hash === hash)
  /** As a restart reads it. */
  const kept = () => {
    if (journal.pastHashes().has(hash)) return 'over'
    return journal.live().some((line) => line.hash === hash) ? 'may live' : 'not at all'
  }
  return { run, rests, kept }
}

it('leaves the order alive in the journal for as long as it rests', async () => {
  const { run, rests, kept } = sent(64, { after: () => THROTTLED, delayMs: 500 })
  run.run(600)
  expect([rests(), kept()]).toEqual([true, 'may live'])
  expect(
    run.run(200_000, () => !rests()),
    'it ends',
  ).toBeDefined()
  run.run(5000)
  expect(kept()).toBe('over')
  expect(run.violations).toEqual([])
  expect(await run.settleAccounts()).toEqual([])
})

it('ends an order there of which the venue has told nothing', () => {
  const { run, rests, kept } = sent(62, { answer: () => THROTTLED })
  run.run(200)
  expect([rests(), kept()]).toEqual([false, 'over'])
})
