// What the venue says to anybody with our API key: its profile, the key and its tier, markets, their fee, and whether the budget carries them.

import type { Config } from '../config/config.js'
import { toFailure } from '../domain/error.js'
import { jsonOf } from '../domain/json.js'
import type { Market } from '../domain/market/market.js'
import type { SelectedMarkets } from '../feed/select-markets.js'
import { awaitAnswer } from '../venue/await-answer.js'
import type { FeeReading, MarketData } from '../venue/market-data.js'
import { readTold } from '../venue/session/rest/rate-headers.js'
import { readRefusal } from '../venue/session/rest/venue-error.js'
import { profileDifferences } from '../venue/wire/profile-check.js'
import { budgetPlan } from './budget-plan.js'
import { type Finding, failed, failedAs, failedBy, ok, warning } from './finding.js'
import type { Told } from './reach.js'

/** The answer to GET / as JSON; `undefined` when it is none. */
export const rootOf = ({ body }: Told): unknown => jsonOf(body)

/** `status`: of the answer that `root` was read from. */
export function profile({ venue }: Config, root: unknown, status: number): Finding {
  if (status === 429) {
    const evidence = 'not compared: GET / is refused for asking too much (429)'
    return warning('profile', { evidence, fix: 'ask again in a minute, and see what else asks from this address' })
  }
  const differences = profileDifferences(venue.profile, root)
  if (differences === undefined) {
    const fix = 'compare the profile with the venue’s documentation: contract, chain id, sign-in domain'
    return warning('profile', { evidence: 'the venue publishes none to compare with', fix })
  }
  if (differences.length === 0) return ok('profile', 'as the venue publishes it')
  const fix = 'write the venue’s values into the profile, once you are sure that it is the venue you mean'
  return failed('profile', { evidence: differences.join('\n'), fix })
}

/** General budgets of the venue's named tiers. */
const TIERS: readonly (readonly [name: string, perSecond: number, perMinute: number])[] = [
  ['DEFAULT', 10, 300],
  ['PRO', 50, 3000],
  ['INTERNAL', 1000, 60_000],
]

/** `told`: the answer to a read with the key. */
export function apiKey({ venue }: Config, { status, headers, body }: Told): Finding {
  if (status < 200 || status >= 300) {
    const refusal = readRefusal(status, body)
    const fix =
      refusal.code === 'bad-api-key'
        ? 'make a key in the web app (or rotate the lost one), and put it into the file that the configuration names'
        : 'ask again later; if it stays, ask the venue'
    return failedAs('API key', refusal, fix)
  }
  const { short, medium } = readTold(status, headers)
  const [perSecond, perMinute] = [short?.limit, medium?.limit]
  if (perSecond === undefined || perMinute === undefined) {
    return ok('API key', 'the venue takes it, and tells no limits: those of the profile count')
  }
  const tier = TIERS.find(([, second, minute]) => second === perSecond && minute === perMinute)?.[0]
  const evidence = `${tier === undefined ? 'a tier of its own' : `tier ${tier}`}: ${perSecond} reads a second, ${perMinute} a minute`
  const { read } = venue.profile.limits
  return perMinute < read.perMinute || perSecond < read.perSecond
    ? warning('API key', {
        evidence: `${evidence}; the profile says ${read.perSecond} and ${read.perMinute}`,
        fix: 'lower limits.read of the profile, and limits.write with it; or ask the venue for a higher tier',
      })
    : ok('API key', evidence)
}

/** `choose`: the markets of the configuration; they, and what is said of them. */
export async function markets(choose: () => Promise<SelectedMarkets>): Promise<readonly [Finding, readonly Market[]]> {
  try {
    const { chosen, spare, refused } = await choose()
    const others = [
      ...(spare.length > 0 ? [`${spare.length} more that fit, not taken up`] : []),
      ...(refused.length > 0 ? [`${refused.length} not quotable`] : []),
    ]
    const evidence = [`${chosen.length} chosen`, ...others].join(', ')
    if (chosen.length > 0) return [ok('markets', evidence), chosen]
    const first = refused[0] === undefined ? '' : `; the first: ${refused[0].question} (${refused[0].reason})`
    const fix = 'widen markets.select: quoin markets lists what is refused, and why'
    return [failed('markets', { evidence: evidence + first, fix, exit: 'refused' }), []]
  } catch (thrown) {
    return [failedBy('markets', thrown, 'is the market’s id right, and is it still open?'), []]
  }
}

/** `quoted`: of so many markets, those that there are now. */
export function budget(config: Config, quoted: number): Finding {
  const plan = budgetPlan(config)
  const many = Math.max(plan.markets, quoted)
  const every = plan.secondsBetweenReprices
  const pace =
    every === undefined
      ? 'no write is left for repricing'
      : `both quotes of each repriced every ${every.toFixed(1)} s at best`
  const evidence = `${many} markets, ${plan.writesPerMinute} orders a minute: ${pace}; renewals of ${plan.marketsThatFit} fit`
  const fix =
    'quote fewer markets (markets.select.max), let orders live longer (execution.orderLifetimeSec), or ask for a higher tier'
  if (every === undefined) return failed('budget', { evidence, fix })
  const reads = plan.routineReadsPerMinute > plan.readsPerMinute
  if (reads) {
    const more = `${Math.round(plan.routineReadsPerMinute)} routine reads a minute of ${plan.readsPerMinute}`
    return failed('budget', { evidence: more, fix: `${fix}; or look less often (feed.checkBestEverySec)` })
  }
  return many > plan.marketsThatFit ? warning('budget', { evidence, fix }) : ok('budget', evidence)
}

/** What an order in this market would sign. */
export async function fee({ risk, venue }: Config, data: MarketData, market: Market): Promise<Finding> {
  let read: FeeReading
  try {
    read = await awaitAnswer<FeeReading>((done) => data.readFee(market, done))
  } catch (thrown) {
    return failedAs('fee', toFailure(thrown), 'nothing is signed without a fee that was just read; ask the venue')
  }
  const { feeRateBps } = read
  const evidence = `${feeRateBps} basis points in ${market.id}`
  const most = Math.min(risk.maxFeeRateBps, venue.profile.orders.maxFeeRateBps)
  if (feeRateBps <= most) return ok('fee', evidence)
  const fix =
    'nothing is quoted above risk.maxFeeRateBps, or signed above orders.maxFeeRateBps of the profile: raise them, or leave the market'
  return warning('fee', { evidence: `${evidence}, above ${most}`, fix })
}
