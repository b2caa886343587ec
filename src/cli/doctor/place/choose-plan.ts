// Which market the trials go to: the one that is named, else of those that the configuration chooses the one where a match would cost least.

import type { Config } from '../../../config/config.js'
import { type PlacePlan, placePlan } from '../../../doctor/place/place-plan.js'
import { QuoinError } from '../../../domain/error.js'
import type { Market } from '../../../domain/market/market.js'
import { awaitAnswer } from '../../../venue/await-answer.js'
import type { BookReading } from '../../../venue/market-data.js'
import { chosenMarkets } from '../../venue/chosen-markets.js'
import type { Connection } from '../../venue/connect.js'

/** Books that are read. */
const MOST = 8

/** Throws `unsuitable-market` with the reason for each that was looked at. */
export async function choosePlan(
  config: Config,
  { marketData, venueClock }: Pick<Connection, 'marketData' | 'venueClock'>,
  named: string | undefined,
): Promise<PlacePlan> {
  const markets =
    named === undefined
      ? (await chosenMarkets(config, marketData)).chosen.slice(0, MOST)
      : [await awaitAnswer<Market>((done) => marketData.readMarket(named, done))]
  const plans: PlacePlan[] = []
  const reasons: string[] = []
  for (const market of markets) {
    const { book } = await awaitAnswer<BookReading>((done) => marketData.readBook(market, done))
    const plan = placePlan(market, { book, venueMs: venueClock.venueMs(), ...config.venue.profile.orders })
    if (typeof plan === 'string') reasons.push(`${market.id}: ${plan}`)
    else plans.push(plan)
  }
  const [cheapest] = plans.sort((a, b) => Number(a.worstRaw - b.worstRaw))
  if (cheapest !== undefined) return cheapest
  const got = reasons.length === 0 ? 'none chosen' : reasons.join('; ')
  throw new QuoinError(
    'unsuitable-market',
    `market: expected an open one with a two-sided book and time left, got ${got}; name another with --market`,
  )
}
