// A strategy file that quotes as the shipped one does, but for what a file beside it tells it to do in single markets.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { LoopbackVenue } from './loopback-venue.js'

/** `busy` computes for so many milliseconds before it answers; the others answer amiss, or not at all. */
export type Deed =
  | { readonly busyMs: number }
  | 'throws'
  | 'throws every third call'
  | 'NaN'
  | 'nonsense'
  | 'flood'
  | 'endless'
  | 'lets go of a promise'
  | 'throws in a timer'
  | 'exits'

/** By market; `all` for those that are not named. */
export type Deeds = Readonly<Record<ConditionId | 'all', Deed>>

const SOURCE = `import { readFileSync } from 'node:fs'
import { asLogit } from '${inject('program')}/strategies/as-logit.js'

const calls = new Map()

function deed(id) {
  const told = JSON.parse(readFileSync(new URL('deeds.json', import.meta.url), 'utf8'))
  return told[id] ?? told.all
}

function compute(ms) {
  const end = performance.now() + ms
  while (performance.now() < end) Math.sqrt(end)
}

export default {
  ...asLogit,
  quote(view, params) {
    const { conditionId } = view.market
    const told = deed(conditionId)
    const count = (calls.get(conditionId) ?? 0) + 1
    calls.set(conditionId, count)
    const bid = (price) => ({ outcome: 0, side: 'BUY', price, size: 10 })
    if (told?.busyMs) compute(told.busyMs)
    if (told === 'throws') throw new Error('as it was told')
    if (told === 'throws every third call' && count % 3 === 0) throw new Error('the third time')
    if (told === 'NaN') return { quotes: [bid(Number.NaN)] }
    if (told === 'nonsense') return 'buy low'
    if (told === 'flood') return { quotes: Array.from({ length: 10_000 }, () => bid(0.4)) }
    while (told === 'endless') Math.sqrt(2)
    if (told === 'lets go of a promise') Promise.reject(new Error('nobody waits for it'))
    if (told === 'throws in a timer') setTimeout(() => { throw new Error('in a timer') }, 1)
    if (told === 'exits') process.exit(0)
    return asLogit.quote(view, params)
  },
}
`

/** The same for groups: what is told of one market is done for its group. */
const GROUP_SOURCE = SOURCE.replace(
  /export default[\s\S]*/,
  `export default {
  ...asLogit,
  scope: 'group',
  quote({ markets }, params) {
    for (const { market } of markets) {
      const told = deed(market.conditionId)
      if (told?.busyMs) compute(told.busyMs)
      if (told === 'throws') throw new Error('as its group was told')
      if (told === 'nonsense') return { quotes: [] }
    }
    const open = markets.filter(({ stopped }) => stopped === undefined)
    return { markets: open.map((view) => ({ conditionId: view.market.conditionId, ...asLogit.quote(view, params) })) }
  },
}
`,
)

/** Number of the line in the strategy's file that has this text. */
export function lineOf(text: string, scope: 'market' | 'group' = 'market'): number {
  return (scope === 'group' ? GROUP_SOURCE : SOURCE).split('\n').findIndex((line) => line.includes(text)) + 1
}

export interface ToldStrategy {
  readonly file: string
  /** Path of a configuration that uses it. */
  readonly config: string
  tell(deeds: Partial<Deeds>): void
}

export interface ToldOptions {
  /** Of the section `strategy`. */
  readonly settings?: object
  readonly markets?: string
  /** `market` by default. */
  readonly scope?: 'market' | 'group'
  /** Further sections of the configuration. */
  readonly more?: string
}

export function toldStrategy(
  venue: LoopbackVenue,
  { settings = {}, markets, scope, more = '' }: ToldOptions = {},
): ToldStrategy {
  const config = venue.config(more, markets)
  const folder = join(config, '..')
  const file = join(folder, 'told.mjs')
  const deeds = join(folder, 'deeds.json')
  const tell = (told: Partial<Deeds>) => {
    // at once, for it is read at any time
    writeFileSync(`${deeds}.new`, JSON.stringify(told))
    renameSync(`${deeds}.new`, deeds)
  }
  tell({})
  writeFileSync(file, scope === 'group' ? GROUP_SOURCE : SOURCE)
  const text = readFileSync(config, 'utf8').replace('{ name: as-logit }', JSON.stringify({ file, ...settings }))
  writeFileSync(config, text)
  return { file, config, tell }
}
