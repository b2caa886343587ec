import { expect, it } from 'vitest'
import { namedMarkets } from '../../src/doctor/named-markets.js'
import { configWith } from '../keys/bot-file.js'
import { A, market } from '../risk/builders.js'

const MARKETS = [market(A, { id: 'm1', tagSlugs: ['football'] })]
const stop = { at: 'close', beforeSec: 60, action: 'stop' }

const found = (calendar: readonly object[], priors = {}, markets = MARKETS) =>
  namedMarkets(configWith({ risk: { calendar }, estimates: { priors } }), markets)

it('names what in calendar and priors means no market that is chosen', () => {
  const calendar = [{ ...stop, markets: ['m1', 'm-1'] }, stop, { ...stop, tags: ['footbal', 'football'] }]
  expect(found(calendar, { m2: { p: 0.4 } })).toEqual([
    {
      name: 'names',
      verdict: 'warning',
      evidence:
        'no market chosen now is meant by risk.calendar.0.markets: m-1, risk.calendar.2.tags: footbal, estimates.priors: m2',
      fix: expect.stringContaining('typo'),
    },
  ])
})

it('has nothing against names that are met, by id, condition id or tag', () => {
  const calendar = [{ ...stop, markets: ['m1'], tags: ['football'] }]
  expect(found(calendar, { [A.toUpperCase().replace('X', 'x')]: { p: 0.4 } })).toMatchObject([
    { name: 'names', verdict: 'ok' },
  ])
})

it('looks at the market that a service is asked about', () => {
  const http = (name: string) => [{ name: 'model', url: 'http://127.0.0.1:1/', value: '/p', market: name }]
  const of = (name: string) => namedMarkets(configWith({ signals: { http: http(name) } }), MARKETS)
  expect(of('m-1')).toMatchObject([
    { verdict: 'warning', evidence: expect.stringContaining('signals.http.0.market: m-1') },
  ])
  expect(of('m1')).toMatchObject([{ verdict: 'ok' }])
})

it('says nothing where nobody is named, or no market is chosen', () => {
  expect(found([stop])).toEqual([])
  expect(found([{ ...stop, markets: ['m-1'] }], {}, [])).toEqual([])
})
