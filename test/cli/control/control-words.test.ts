import { expect, it } from 'vitest'
import { statusLines } from '../../../src/cli/control/control-words.js'
import { type StatusView, statusView } from '../../../src/control/view/view-schema.js'

const market = {
  ...{ conditionId: '0xa', question: 'Will it?', status: 'OPEN', quotes: 0, shares: [0, 25], pnl: 0 },
  feed: { health: 'stale', ageMs: 0, reason: 'no data yet' },
}

const linesOf = (change: object, of: object = {}) => {
  const totals = { total: 0, spread: 0, inventory: 0, fees: 0, fills: 0, worstCaseLoss: 0 }
  const lately = { windowSec: 300, requests: 0, unanswered: 0, serverErrors: 0, limited: 0, meanMs: 0, slowestMs: 0 }
  const view = {
    ...{ says: 'running', bot: {}, totals, lately, losses: [], troubles: [], signedIn: true },
    ...{ markets: [{ ...market, ...change }], ...of },
  }
  return statusLines(view as unknown as StatusView)
}
const feedOf = (change: object) => linesOf(change).at(-1)

it('shows of a market that is not chosen that its feed is not followed, of others what is wrong with it', () => {
  expect(feedOf({})).toMatch(/ stale: no data yet$/)
  expect(feedOf({ dropped: true, reason: 'not chosen' })).toMatch(/ not followed +not chosen$/)
  expect(feedOf({ feed: { health: 'live', ageMs: 3, reason: '' } })).toMatch(/ live$/)
})

it('says why nothing is begun on the chain, where something could be', () => {
  const done = { merged: 7, redeemed: 0, cost: 0.25 }
  const shown = (change: object) => linesOf({}, { capital: statusView.shape.capital.parse({ ...done, ...change }) })
  const idleFor = 'the chain cannot be read: unreachable: no answer'
  expect(shown({ idleFor })).toContain(`nothing is begun on the chain: ${idleFor}`)
  expect(shown({}).filter((line) => line.includes('chain'))).toEqual(['chain: merged 7.00, redeemed 0.00, cost 0.25'])
})
