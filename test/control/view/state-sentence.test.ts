import { expect, it } from 'vitest'
import { stateSentence, stopSentence } from '../../../src/control/view/state-sentence.js'
import { SAMPLE, SAMPLE_MARKET } from '../../telemetry/sample-snapshot.js'

it('says how many markets are quoted', () => {
  expect(stateSentence(SAMPLE)).toBe('running: quotes rest in 1 of 1 markets')
  const markets = [SAMPLE_MARKET, { ...SAMPLE_MARKET, ownQuotes: [] }]
  expect(stateSentence({ ...SAMPLE, markets })).toBe('running: quotes rest in 1 of 2 markets, and 1 says why none does')
  const lost = {
    ...SAMPLE_MARKET,
    ownQuotes: SAMPLE_MARKET.ownQuotes.map((q) => ({ ...q, phase: 'unknown' as const })),
  }
  expect(stateSentence({ ...SAMPLE, markets: [SAMPLE_MARKET, lost] })).toContain('quotes rest in 1 of 2 markets')
  const held = { ...SAMPLE_MARKET, ownQuotes: [], dropped: true } as const
  expect(stateSentence({ ...SAMPLE, markets: [SAMPLE_MARKET, held] })).toBe('running: quotes rest in 1 of 1 markets')
  expect(stateSentence({ ...SAMPLE, markets: [] })).toBe('running, and no market is chosen')
})

it('says why nothing is quoted: a halt before a wait', () => {
  const waiting = { cause: 'venue', reason: 'a 502', sinceMs: 0 } as const
  const halted = { cause: 'loss', reason: 'too much', actor: 'kill switch', atMs: 1000 } as const
  expect(stateSentence({ ...SAMPLE, waiting })).toBe('waiting (venue) since 1970-01-01T00:00:00.000Z: a 502')
  expect(stateSentence({ ...SAMPLE, waiting, halted })).toBe(
    'halted (loss) since 1970-01-01T00:00:01.000Z by kill switch: too much',
  )
  expect(stopSentence({})).toBeUndefined()
})
