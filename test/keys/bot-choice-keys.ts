// Keys of the bot that say what is quoted: markets, strategy, and the money on paper.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { paperPorts } from '../../src/cli/bot/paper-ports.js'
import { coreSettings } from '../../src/cli/bot/settings/core-settings.js'
import { loadStrategy } from '../../src/cli/strategy/load-strategy.js'
import type { Config } from '../../src/config/config.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { GroupQuoter } from '../../src/strategy/parse-params.js'
import { exampleView } from '../../src/strategy/view/example-view.js'
import type { TradingEvent } from '../../src/venue/trading.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { CoreDriver } from '../core/core-driver.js'
import { at } from '../execution/builders.js'
import { FakeMarketData } from '../fake-ports.js'
import { A, B, market } from '../risk/builders.js'
import { ofMarket } from '../scopes.js'
import { simulate } from '../simulation/virtual/simulate.js'
import { book, CONDITION, MARKET, raw, termsOf, VirtualClock } from '../venue/simulated/fills/scenario.js'
import { seenBy } from './bot-file.js'
import type { Changes, KeyRows, Probe } from './key-rows.js'

const MARKETS = [
  { id: 'm1', question: 'Will it rain?', tags: ['weather'], category: 'Nature', groupSlug: 'sky', endsInSec: 100 },
  { id: 'm2', question: 'Will it snow?', tags: ['winter'], category: 'Ice', groupSlug: 'ground', endsInSec: 5000 },
  { id: 'm3', question: 'Will they win?', tags: ['sports'], category: 'Games', groupSlug: 'field', endsInSec: 6000 },
]

/** What a bot follows after nine seconds at a venue with three quiet markets, and how often it asked for the list. */
function followed({ markets }: Config): unknown {
  const { bot, clock, network } = simulate({
    seed: 1,
    server: { markets: MARKETS },
    strategy: fixedSpread,
    choice: markets,
  })
  bot.start()
  clock.runUntil(clock.monoMs() + 9000)
  const asked = network.log.byPath.get('GET /markets')
  return { ids: bot.snapshot().markets.map(({ question }) => question), asked }
}

const SELECT: Changes = { 'markets.ids': undefined, 'markets.select': { refreshSec: 100 } }
const selected = (change: object): Probe =>
  seenBy(followed, { 'markets.select': { refreshSec: 100, ...change } }, SELECT)

/** The wish of the strategy for a view that never changes. */
async function wished(config: Config): Promise<unknown> {
  const { name, params, quote } = await loadStrategy(config)
  return { name, params, wish: ofMarket(quote)(exampleView()) }
}

/** Whether a strategy of a group of two is told that exactly one of them wins. */
function exclusives(config: Config): unknown {
  const told: boolean[] = []
  const quote: GroupQuoter['quote'] = ({ exclusive }) => {
    told.push(exclusive)
    return { markets: [] }
  }
  const driver = new CoreDriver(coreSettings(config, { scope: 'group', quote }))
  driver.start()
  for (const id of [A, B]) driver.push({ kind: 'market', market: market(id, { groupId: 'g', endMs: at(1e9).venueMs }) })
  return told
}

/** A strategy's file beside the configuration. */
async function ofFile(): Promise<readonly [unknown, unknown]> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-keys-'))
  const file = join(folder, 'own.ts')
  writeFileSync(
    file,
    `import { defineStrategy, z } from ${JSON.stringify(resolve('src/index.js'))}
export const own = defineStrategy({ name: 'own', description: 'x', params: z.strictObject({}), inputs: [], quote: () => ({ quotes: [] }) })
`,
  )
  const [before, after] = await seenBy(wished, { 'strategy.name': undefined, 'strategy.file': file })()
  rmSync(folder, { recursive: true, force: true })
  return [before, after]
}

/** A bid on paper behind others, of whom some leave and some are hit: what is told of it, when. */
export function onPaper(config: Config): unknown {
  const clock = new VirtualClock()
  const venue = new FakeMarketData()
  const { marketData, trading } = paperPorts({ config, marketData: venue, clock, venueMs: () => clock.wallMs() })
  const told: unknown[] = []
  const note = (what: unknown) => told.push({ atMs: clock.monoMs(), what })
  marketData.listen(() => undefined)
  trading.listen((event: TradingEvent) => note(event))
  trading.start()
  marketData.watch([MARKET])
  venue.emit({ kind: 'snapshot', conditionId: CONDITION, book: book([['YES bid', 48, 100]]) })
  trading.readAccount(note)
  const terms = { conditionId: CONDITION, ...termsOf('BUY YES'), price: ticks(48), size: lots(2000) }
  trading.sign({ ...terms, type: 'POST_ONLY', expirationSec: 0, feeRateBps: 100 }, MARKET, (signed) => {
    if (signed.ok) trading.submit(signed.value, note)
  })
  clock.advance(1000)
  const level = (size: number) => {
    const change = { outcome: 0, side: 'BUY', price: ticks(48), size: lots(size) } as const
    venue.emit({ kind: 'change', conditionId: CONDITION, change })
    clock.advance(1000)
  }
  // some come behind it before some leave: whose they are is for the model of the queue to say
  level(15_000)
  level(11_000)
  const trade = { tradeId: 't1', matchType: 'direct', ...termsOf('SELL YES'), price: ticks(48) } as const
  const hit = { ...trade, conditionId: CONDITION, sizeRaw: raw(110), venueMs: clock.wallMs() }
  venue.emit({ kind: 'trade', conditionId: CONDITION, trade: hit })
  clock.advance(5000)
  trading.listOrders({ statuses: ['open', 'partially_filled'] }, (answer) => {
    note(answer)
    if (answer.ok)
      trading.cancelMany(
        answer.value.map(({ hash }) => hash),
        note,
      )
  })
  clock.advance(1000)
  trading.readAccount(note)
  clock.advance(1000)
  // hashes tell the moment of their making
  return JSON.parse(
    JSON.stringify(told, (key, value: unknown) =>
      /hash/i.test(key) ? 'hash' : typeof value === 'bigint' ? `${value}` : value,
    ),
  )
}

export const choiceKeys: KeyRows = {
  'markets.ids': seenBy(followed, { 'markets.ids': ['m2'] }),
  'markets.select.tag': selected({ tag: 'weather' }),
  'markets.select.category': selected({ category: 'Ice' }),
  'markets.select.groupId': selected({ groupId: 'field' }),
  'markets.select.search': selected({ search: 'rain' }),
  'markets.select.minTimeLeftSec': selected({ minTimeLeftSec: 1000 }),
  'markets.select.maxSpread': selected({ maxSpread: 0.1 }),
  'markets.select.max': selected({ max: 2 }),
  'markets.select.refreshSec': selected({ refreshSec: 3 }),
  'markets.exclusiveGroups': seenBy(exclusives, { 'markets.exclusiveGroups': { g: 2 } }),
  'strategy.name': seenBy(wished, { 'strategy.name': 'as-logit' }),
  'strategy.file': ofFile,
  'strategy.params': seenBy(wished, { 'strategy.params': { halfSpread: 0.1 } }),
}

export const paperKeys: KeyRows = {
  'paper.startCollateral': seenBy(onPaper, { 'paper.startCollateral': 777 }),
  'paper.submitMs': seenBy(onPaper, { 'paper.submitMs': 300 }),
  'paper.cancelMs': seenBy(onPaper, { 'paper.cancelMs': 300 }),
  'paper.answerMs': seenBy(onPaper, { 'paper.answerMs': 300 }),
  'paper.settlementDelayMs': seenBy(onPaper, { 'paper.settlementDelayMs': 100 }),
  'paper.queue': seenBy(onPaper, { 'paper.queue': 'pro-rata' }),
}
