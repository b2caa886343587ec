// `quoin markets --rank`: the markets of a configuration looked at for a while, and ordered by what quoting them might be worth.

import { setTimeout as wait } from 'node:timers/promises'
import { type Config, loadConfig } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import type { ConditionId, Market } from '../../../domain/market/market.js'
import { type EarnedInRuns, readEarned } from '../../../ranking/earned-file.js'
import { earnedPerUnitDay, learnedScores, marketScore } from '../../../ranking/market-score.js'
import { WatchedMarket } from '../../../ranking/watched-market.js'
import type { MarketData } from '../../../venue/market-data.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { stateFolder } from '../../control/state-folder.js'
import { createProgress } from '../../progress.js'
import { alignColumns } from '../../text-columns.js'
import { chosenMarkets } from '../../venue/chosen-markets.js'
import { withVenue } from '../../venue/with-connection.js'

/** Followed at once, whatever fits the choice: more would not be quoted either. */
const MOST = 100
/** Shares of one quote, where the strategy does not say. */
const SIZE = 20

export async function rank(path: string, forMs: number, context: CommandContext): CommandResult {
  const { out } = context
  const config = loadConfig(path)
  return withVenue(config, context, async ({ marketData }): CommandResult => {
    const { chosen, spare } = await chosenMarkets(config, marketData)
    const fitting = [...chosen, ...spare]
    const markets = fitting.slice(0, MOST)
    if (markets.length === 0) throw new QuoinError('not-found', 'markets: expected one that can be quoted, got none')
    const watched = await watch(markets, marketData, { forMs, context })
    const rows = ranked(markets, { watched, earned: earnedBefore(config, context) }, config)
    out.data({ seconds: forMs / 1000, markets: rows }, () => lines(rows))
    out.note(`by ${forMs / 1000} s of looking: longer says more. Score: collateral an hour, a bound and no promise`)
    const left = fitting.length - markets.length
    if (left > 0)
      out.note(`${left} more fit and were not looked at: tag, category, groupId or search choose among them`)
    const known = rows.filter(({ earned }) => earned !== undefined).length
    if (known > 0)
      out.note(`${known} of them have a record of former runs (${config.mode}), which counts as far as it goes`)
    return 'ok'
  })
}

type Watched = ReadonlyMap<ConditionId, WatchedMarket>

async function watch(
  markets: readonly Market[],
  data: MarketData,
  { forMs, context }: { readonly forMs: number; readonly context: CommandContext },
): Promise<Watched> {
  const watched = new Map(markets.map((market) => [market.conditionId, new WatchedMarket(market, Date.now())] as const))
  data.listen((event) => {
    if ('conditionId' in event) watched.get(event.conditionId)?.hear(event, Date.now())
  })
  data.watch(markets)
  data.start()
  const progress = createProgress(context)
  const endMs = Date.now() + forMs
  for (let leftMs = forMs; leftMs > 0; leftMs = endMs - Date.now()) {
    progress.say(`looking at ${markets.length} markets, ${Math.ceil(leftMs / 1000)} s left`)
    await wait(Math.min(250, leftMs))
  }
  progress.done()
  data.stop()
  return watched
}

/** What runs of this machine have earned in each market, in the mode of the configuration. */
function earnedBefore({ mode, venue }: Config, { env, out }: CommandContext): ReadonlyMap<string, EarnedInRuns> {
  const place = { folder: stateFolder(env), chainId: venue.profile.typedData.domain.chainId }
  return readEarned(place, { venue: venue.url, mode }, (path) =>
    out.note(`left out: a record that cannot be read: ${path}`),
  )
}

interface Known {
  readonly watched: Watched
  readonly earned: ReadonlyMap<string, EarnedInRuns>
}

function ranked(markets: readonly Market[], { watched, earned }: Known, { strategy, venue }: Config) {
  const size = typeof strategy.params['size'] === 'number' ? strategy.params['size'] : SIZE
  const nowMs = Date.now()
  const rows = markets.flatMap((market) => {
    const look = watched.get(market.conditionId)
    if (look === undefined) return []
    const seen = look.seen(nowMs, venue.profile.makerPaysFee)
    const { id, conditionId, question } = market
    const more = { look: marketScore(seen, size), earned: earned.get(conditionId), trades: look.trades }
    return [{ id, conditionId, question, ...more, ...seen, feeRateBps: market.feeRateBps }]
  })
  const scores = learnedScores(rows, size)
  const scored = rows.map((row, index) => ({ ...row, score: scores[index], perUnitDay: earnedPerUnitDay(row.earned) }))
  return scored.sort((a, b) => (b.score ?? Number.NEGATIVE_INFINITY) - (a.score ?? Number.NEGATIVE_INFINITY))
}

function lines(rows: ReturnType<typeof ranked>): string[] {
  const number = (value: number | undefined, digits: number) => (value === undefined ? '-' : value.toFixed(digits))
  const percent = (value: number | undefined) => (value === undefined ? '-' : `${number(100 * value, 2)} %`)
  return alignColumns([
    ['ID', 'SCORE', 'EARNED/DAY', 'SPREAD', 'FLOW/H', 'VOL/H', 'LEFT', 'FEE', 'QUESTION'],
    ...rows.map((row) => [
      ...[
        row.id,
        number(row.score, 2),
        percent(row.perUnitDay),
        number(row.spread, 4),
        number(row.flow, 0),
        number(row.volatility, 4),
      ],
      ...[`${(row.leftMs / 3_600_000).toFixed(1)} h`, `${row.feeRateBps} bps`, row.question],
    ]),
  ])
}
