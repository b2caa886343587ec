// Markets of an account, read once each, by the condition ids under which fills and holdings come.

import type { AccountSnapshot, Holding } from '../domain/account/account.js'
import { QuoinError } from '../domain/error.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import { awaitAnswer } from '../venue/await-answer.js'
import type { MarketData } from '../venue/market-data.js'
import type { Trading } from '../venue/trading.js'

export async function marketsOf(
  conditionIds: Iterable<ConditionId>,
  data: Pick<MarketData, 'readMarket'>,
): Promise<ReadonlyMap<ConditionId, Market>> {
  const found = new Map<ConditionId, Market>()
  for (const id of new Set(conditionIds)) found.set(id, await awaitAnswer<Market>((done) => data.readMarket(id, done)))
  return found
}

export interface Held {
  readonly holdings: readonly Holding[]
  readonly markets: ReadonlyMap<ConditionId, Market>
  /** Markets that cannot be quoted, of which tokens are held: they are among neither. */
  readonly leftOut: readonly ConditionId[]
}

/** What is to be said of such a market. */
export const LEFT_OUT_WORDS = 'tokens of the wallet are of a market that cannot be quoted'

/** All that the wallet holds, and its markets. */
export async function heldMarkets(
  trading: Pick<Trading, 'readAccount'>,
  data: Pick<MarketData, 'readMarket'>,
): Promise<Held> {
  const read = () => awaitAnswer<AccountSnapshot>((done) => trading.readAccount(done))
  const { holdings, unread = [] } = await read()
  const markets = new Map(
    await marketsOf(
      holdings.map(({ conditionId }) => conditionId),
      data,
    ),
  )
  if (unread.length === 0) return { holdings, markets, leftOut: [] }
  const leftOut: ConditionId[] = []
  for (const { conditionId } of unread) {
    const market = await readSuitable(conditionId, data)
    if (market === undefined) leftOut.push(conditionId)
    else markets.set(conditionId, market)
  }
  return { holdings: (await read()).holdings, markets, leftOut }
}

/** `undefined` where it cannot be quoted: what is held of it is left out of the next reading, too. */
async function readSuitable(id: ConditionId, data: Pick<MarketData, 'readMarket'>): Promise<Market | undefined> {
  try {
    return await awaitAnswer<Market>((done) => data.readMarket(id, done))
  } catch (thrown) {
    if (thrown instanceof QuoinError && thrown.code === 'unsuitable-market') return undefined
    throw thrown
  }
}

/** The one market of these that is meant: by condition id, id, or a part of its question that no other has. Throws `not-found`. */
export function marketNamed(name: string, markets: readonly Market[]): Market {
  const wanted = name.toLowerCase()
  const exact = markets.find(({ id, conditionId }) => [id.toLowerCase(), conditionId.toLowerCase()].includes(wanted))
  const found = exact ? [exact] : markets.filter(({ question }) => question.toLowerCase().includes(wanted))
  const [first, ...others] = found
  if (first !== undefined && others.length === 0) return first
  const got =
    first === undefined
      ? 'a name of none'
      : `one of ${found.length}: ${found
          .slice(0, 3)
          .map(({ question }) => question)
          .join('; ')}`
  throw new QuoinError(
    'not-found',
    `market: expected an id, or a part of one question of those that are held, got ${got}`,
  )
}
