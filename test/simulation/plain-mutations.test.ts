// The comparison with the plain derivation sees what is missing: each mark, schedule and running total is taken out in turn.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompiledSources, compileSources } from '../../bench/harness/compiled-sources.js'

interface Mutation {
  readonly what: string
  readonly file: string
  /** As compiled. */
  readonly from: string
  /** Nothing by default. */
  readonly to?: string
  /** Of the strategy; `market` by default. */
  readonly scope?: 'market' | 'group'
}

const MUTATIONS: readonly Mutation[] = [
  {
    what: 'the mark of a market whose book has moved',
    file: 'state/beliefs',
    from: 'this.#touched.add(event.conditionId);\n            return;',
    to: 'return;',
  },
  {
    what: 'the mark of a market that another event is about',
    file: 'state/beliefs',
    from: 'this.#touched.add(event.conditionId);\n        }',
    to: '}',
  },
  {
    what: 'the mark of a market whose order has changed',
    file: 'state/beliefs',
    from: 'this.#touched.add(conditionId);\n        this.bookWatch',
    to: 'this.bookWatch',
  },
  {
    what: 'the news that an own order has changed in the book',
    file: 'state/beliefs',
    from: 'this.bookWatch.books.ownChanged(conditionId);',
  },
  {
    what: 'the moment at which an ended order leaves the book',
    file: 'state/market/venue-book',
    from: 'nowMonoMs > this.#ownUntilMonoMs',
    to: 'false',
  },
  {
    what: 'the change of a level without us',
    file: 'state/market/venue-book',
    from: 'lessOurs(size, this.#ours, change)',
    to: 'size',
  },
  { what: 'the mark of a market whose wish has changed', file: 'core/core', from: "this.#cells.mark(cell, 'replan');" },
  {
    what: 'the mark of all when the bot stops',
    file: 'core/core',
    from: 'if (stoppedFor !== this.#stoppedFor)',
    to: 'if (false)',
  },
  {
    what: 'the look around once a second',
    file: 'core/core',
    from: 'this.#cells.dueBy(cell, Math.min(',
    to: 'void (Math.min(',
  },
  { what: 'the marks of what is due', file: 'core/core', from: 'this.#cells.markDue(at.monoMs);' },
  { what: 'the total of profit and loss', file: 'core/pnl-sum', from: 'this.#micro += pnlMicro - cell.pnlMicro;' },
  { what: 'the profit and loss of one market', file: 'core/pnl-sum', from: 'cell.pnlMicro = pnlMicro;' },
  { what: 'the number of quotes approved', file: 'core/core', from: 'this.#approved += length - cell.approved;' },
  { what: 'the count of what may be matched', file: 'core/risk-stage', from: 'this.#living.count(', to: 'void (' },
  {
    what: 'what is sent, in the totals',
    file: 'risk/totals/headroom',
    from: 'isLooked ? looked.after : countedWith(before, quotes, this.#rawLimits())',
    to: 'isLooked ? looked.after : before',
  },
  {
    what: 'what is granted as it was looked at, in the totals',
    file: 'risk/totals/headroom',
    from: 'isLooked ? looked.after :',
    to: 'isLooked ? before :',
  },
  {
    what: 'the totals of a market that counts anew',
    file: 'risk/totals/headroom',
    from: 'this.#totals = changed(this.#totals, this.#markets.get(conditionId)?.totals, after.totals);',
  },
  {
    what: 'what is held, where a market asks for what it has',
    file: 'risk/totals/grants',
    from: 'if (!this.#room.isCounted(claims.position))\n                return false;',
  },
  {
    what: 'orders that nobody wants, where a market asks for what it has',
    file: 'risk/totals/grants',
    from: ' || !areSameOrders(a.unconfirmed, b.unconfirmed)',
  },
  {
    what: 'that the profit and loss of what is flat may have moved',
    file: 'state/account/positions',
    from: 'holding.flatPnl = Number.NaN;',
    to: ';',
  },
  {
    what: 'the index of unknown orders',
    file: 'state/orders/order-index',
    from: "keep(this.#unknown, after.phase === 'unknown' ? after : undefined, intentId);",
  },
  {
    what: 'the index of settling orders',
    file: 'state/orders/order-index',
    from: "keep(this.#settling, after.phase === 'settling' ? after : undefined, intentId);",
  },
  {
    what: 'the index of pending matches',
    file: 'state/orders/order-index',
    from: 'this.#pending.add(intentId);',
    to: ';',
  },
  {
    what: 'the newest value of a living order',
    file: 'state/orders/order-index',
    from: 'living[at] = after;',
    to: ';',
  },
  {
    what: 'the end of a living order',
    file: 'state/orders/order-index',
    from: 'living.splice(placeOf(living, intentId), 1);',
  },
  {
    what: 'the moment at which the pause of a strategy ends',
    file: 'core/core',
    from: 'Math.min(pauseEndMonoMs, this.#cautions.nextMonoMs(market, at))',
    to: 'this.#cautions.nextMonoMs(market, at)',
  },
  {
    what: 'the moment at which a signal is too old',
    file: 'state/market/market-estimate',
    from: 'return tooOld > now.monoMs ? Math.min(next, tooOld) : next;',
    to: 'return next;',
  },
  {
    what: 'the moment at which a fair value is gone',
    file: 'state/market/fair-track',
    from: 'return gone > this.#atMs ? Math.min(first, gone) : first;',
    to: 'return first;',
  },
  {
    what: 'the mark of a market whose wish another one of its group has changed',
    file: 'core/strategy/group-strategy-stage',
    from: 'for (const { cell } of this.#answer(group, at))',
    to: 'for (const { cell } of this.#answer(group, at).slice(0, 0))',
    scope: 'group',
  },
  {
    what: 'the news that a market is new in its group',
    file: 'core/strategy/asked-group',
    from: 'this.#hasMoved = true;\n    }\n    remove(',
    to: '}\n    remove(',
    scope: 'group',
  },
  {
    what: 'what stopped a market of the group when its strategy was asked',
    file: 'core/strategy/asked-group',
    from: 'this.stopped !== this.#taken || ',
    scope: 'group',
  },
  {
    what: 'the answer to a request, in the budget',
    file: 'execution/budget/budget',
    from: 'this.#classes[input.permit.routeClass].answered(input.permit, nowMonoMs, input.told);',
  },
  {
    what: 'a permit that comes back unused',
    file: 'execution/budget/budget',
    from: 'this.#classes[input.permit.routeClass].unused(input.permit);',
  },
]
// enough for the rarest of them
const EVENTS = 25_000
const SEED = 2
const TIMEOUT_MS = 300_000

let sources: CompiledSources
beforeAll(() => {
  sources = compileSources(process.cwd())
}, TIMEOUT_MS)
afterAll(() => sources.remove())

function run(scope = 'market'): Promise<{ readonly status: number; readonly output: string }> {
  const script = join(sources.root, 'test/simulation/plain/run-closed-loop.js')
  return new Promise((resolve) => {
    execFile(process.execPath, [script, `${SEED}`, `${EVENTS}`, scope], (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}

it.each(['market', 'group'])(
  'nothing differs where nothing is missing: a strategy of a %s',
  { timeout: TIMEOUT_MS },
  async (scope) => {
    const { status, output } = await run(scope)
    expect(status, output).toBe(0)
  },
)

it.each(MUTATIONS)(
  'sees that it is missing: $what',
  { timeout: TIMEOUT_MS },
  async ({ file, from, to = '', scope }) => {
    const path = join(sources.root, 'src', `${file}.js`)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain(from)
    writeFileSync(
      path,
      text.replace(from, () => to),
    )
    try {
      const { status, output } = await run(scope)
      expect(status, output).toBe(1)
      // it ran, and saw it
      expect(output).toContain('"what"')
    } finally {
      writeFileSync(path, text)
    }
  },
)
