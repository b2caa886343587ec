import { expect, it } from 'vitest'
import type { MarketDecision } from '../../../src/domain/run/decision.js'
import { notQuoting } from '../../../src/domain/run/not-quoting.js'
import type { MarketSnapshot } from '../../../src/domain/run/snapshot.js'
import { SAMPLE, SAMPLE_MARKET } from '../../telemetry/sample-snapshot.js'

const empty: MarketSnapshot = { ...SAMPLE_MARKET, ownQuotes: [] }
const decision = (more: Partial<MarketDecision> = {}): MarketDecision => ({
  ...{ conditionId: empty.conditionId, approved: [], refused: [], waiting: [] },
  ...more,
})
const waiting = { cause: 'venue', reason: 'no answer', sinceMs: 0 } as const
const halted = { cause: 'operator', reason: 'lunch', actor: 'ann', atMs: 0 } as const

it('is nothing while something rests, and always something while nothing does', () => {
  expect(notQuoting(SAMPLE_MARKET, undefined, SAMPLE)).toBeUndefined()
  expect(notQuoting(empty, undefined, SAMPLE)?.reason).toBe('undecided')
  expect(notQuoting(empty, decision(), SAMPLE)?.reason).toBe('no-wish')
})

it('is not kept back by an order of which nobody knows whether it rests', () => {
  const [quote] = SAMPLE_MARKET.ownQuotes
  if (quote === undefined) throw new Error('expected a quote')
  const unknown = { ...quote, phase: 'unknown' } as const
  const lost = { ...SAMPLE_MARKET, ownQuotes: [unknown], quarantined: true }
  expect(notQuoting(lost, decision(), SAMPLE)?.reason).toBe('unknown-order')
  const stopped = 'the venue holds other tokens than we count'
  expect(notQuoting(lost, decision({ stopped, stoppedBy: 'holdings-differ' }), SAMPLE)?.detail).toBe(stopped)
  expect(notQuoting({ ...lost, ownQuotes: [unknown, quote] }, decision(), SAMPLE)).toBeUndefined()
})

it('is a pause for as long as it stands, whatever passes by itself meanwhile or is not wished', () => {
  const paused = { ...empty, paused: 'paused since 12:00 by ann: news' }
  const meanwhile = [
    undefined,
    decision({ note: 'the fair value is too near the edge' }),
    decision({ waiting: ['the fee of the market'] }),
    decision({ stopped: 'the book is not fresh', stoppedBy: 'feed-stale' }),
  ]
  for (const decided of meanwhile) {
    for (const whole of [SAMPLE, { ...SAMPLE, waiting }, { ...SAMPLE, signedIn: false }]) {
      for (const market of [paused, { ...paused, quarantined: true }]) {
        expect(notQuoting(market, decided, whole)).toEqual({ reason: 'paused', detail: paused.paused })
      }
    }
  }
})

it('is what lasts longer than a pause before it', () => {
  const paused = { ...empty, paused: 'paused since 12:00 by ann: news' }
  expect(notQuoting(paused, undefined, { ...SAMPLE, halted })?.reason).toBe('halted')
  expect(notQuoting({ ...paused, status: 'RESOLVED' }, undefined, SAMPLE)?.reason).toBe('market-not-open')
  expect(notQuoting({ ...paused, dropped: true }, undefined, SAMPLE)?.reason).toBe('not-selected')
})
