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
    what: 'what is granted, in the totals',
    file: 'risk/headroom',
    from: 'for (const order of orders)\n            this.#set(',
    to: 'for (const order of [])\n            this.#set(',
  },
  {
    what: 'what is granted as it was looked at, in the totals',
    file: 'risk/headroom',
    from: 'this.#set(first.conditionId, looked.after);',
  },
  {
    what: 'the totals of a market that counts anew',
    file: 'risk/headroom',
    from: 'this.#totals = changed(this.#totals, this.#markets.get(conditionId), after);',
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
]
const EVENTS = 8000

let sources: CompiledSources
beforeAll(() => {
  sources = compileSources(process.cwd())
})
afterAll(() => sources.remove())

function run(): Promise<{ readonly status: number; readonly output: string }> {
  const script = join(sources.root, 'test/simulation/plain/run-closed-loop.js')
  return new Promise((resolve) => {
    execFile(process.execPath, [script, '2', `${EVENTS}`], (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}

it('nothing differs where nothing is missing', async () => {
  const { status, output } = await run()
  expect(status, output).toBe(0)
})

it.each(MUTATIONS)('sees that it is missing: $what', async ({ file, from, to = '' }) => {
  const path = join(sources.root, 'src', `${file}.js`)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    const { status, output } = await run()
    expect(status, output).toBe(1)
  } finally {
    writeFileSync(path, text)
  }
})
