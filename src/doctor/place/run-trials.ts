// `quoin doctor --place`: a few orders of the smallest size, to see what no page of the venue tells. Asks first, and clears up whatever happens.

import type { Config } from '../../config/config.js'
import { QuoinError } from '../../domain/error.js'
import { LIVE_STATUSES, type OrderRecord } from '../../domain/orders/order.js'
import type { Clock } from '../../domain/time.js'
import { awaitAnswer } from '../../venue/await-answer.js'
import type { FeeReading } from '../../venue/market-data.js'
import type { Session } from '../../venue/session/session.js'
import { type Finding, failed, ok, warning } from '../finding.js'
import { bestBidsTrial } from './best-bids-trial.js'
import { crossingTrial } from './crossing-trial.js'
import { expirationTrial } from './expiration-trial.js'
import type { Lesson } from './lesson.js'
import type { PlacePlan } from './place-plan.js'
import { refusalTrial } from './refusal-trial.js'
import { restingTrial } from './resting-trial.js'
import { limitsTrial, pastFillsTrial } from './told-trials.js'
import { type Trial, tried } from './trial.js'
import { type Cleared, TrialOrders } from './trial-orders.js'
import type { TrialWatch } from './trial-watch.js'

const BOOK_MS = 6000
/** A venue that blocks us does so for a minute. */
const CLEAR_MS = 75_000

export interface PlaceParts {
  readonly config: Config
  readonly connection: Required<Session>
  readonly plan: PlacePlan
  /** Around the connection's transport from its beginning. */
  readonly watch: TrialWatch
  readonly clock: Clock
  readonly stopped: AbortSignal
  readonly note: (text: string) => void
}

export interface PlaceResult {
  readonly lessons: readonly Lesson[]
  readonly cleared: Cleared
}

/** Throws before anything is sent, never after. */
export async function observe(parts: PlaceParts): Promise<PlaceResult> {
  const { config, connection, plan, watch, clock, stopped } = parts
  const { trading, marketData } = connection
  await refuseOthers(parts)
  const { feeRateBps } = await awaitAnswer<FeeReading>((done) => marketData.readFee(plan.market, done))
  const orders = new TrialOrders({
    ...{ connection, plan, feeRateBps, clock, clearWithinMs: CLEAR_MS },
    arrivesWithinMs: config.execution.submitInFlightSec * 1000,
  })
  for (const terms of [plan.resting, plan.expiring]) watch.follow(terms)
  trading.listen((event) => watch.ofAccount(event))
  marketData.listen((event) => watch.ofMarket(event))
  marketData.watch([plan.market])
  marketData.start()
  await watch.until(() => (watch.hasBook ? true : undefined), BOOK_MS)
  const one = (trial: Trial) => {
    if (!stopped.aborted) parts.note(`looking at: ${trial.name}`)
    return tried(trial, { config, connection, plan, feeRateBps, watch, clock, orders }, stopped)
  }
  const lessons: Lesson[] = []
  // it waits for its end while the others go on
  const expiring = one(expirationTrial(plan.expiringSec))
  for (const trial of [restingTrial, refusalTrial, crossingTrial, bestBidsTrial, pastFillsTrial])
    lessons.push(...(await one(trial)))
  lessons.push(...(await expiring), ...(await one(limitsTrial)))
  parts.note('cancelling what is left, and listing')
  return { lessons, cleared: await orders.clear() }
}

/** Whoever else trades with this wallet would be taken for ours, and we for theirs. */
async function refuseOthers({ connection: { trading } }: PlaceParts): Promise<void> {
  const resting = await awaitAnswer<readonly OrderRecord[]>((done) =>
    trading.listOrders({ statuses: LIVE_STATUSES }, done),
  )
  if (resting.length === 0) return
  throw new QuoinError(
    'conflict',
    `expected a wallet without orders, got ${resting.length} that rest or wait for their settlement: quoin orders lists them, quoin cancel-all cancels them`,
  )
}

/** What was left behind, and what was bought by it. */
export function endFindings({ outcome, left, matched }: Cleared, plan: PlacePlan): readonly Finding[] {
  const bought = matched.map(({ outcome: of, filledRaw, pendingRaw, price }) => {
    const shares = Number(filledRaw + pendingRaw) / Number(plan.market.unitRaw)
    return `${shares} ${of === 0 ? 'YES' : 'NO'} at ${price / plan.market.ticksPerUnit} or better`
  })
  const held =
    bought.length === 0
      ? []
      : [
          warning('bought', {
            evidence: bought.join(', '),
            fix: 'you hold these now: quoin flatten sells them',
          }),
        ]
  if (left.length === 0 && outcome.verified) return [...held, ok('cleared', 'a list shows none of the orders any more')]
  const why =
    outcome.failure === undefined ? 'a list shows them' : `${outcome.failure.code}: ${outcome.failure.message}`
  const evidence = [`ORDERS MAY STILL REST (${why}):`, ...left].join('\n')
  const fix =
    'cancel them now: quoin cancel-all <config>, or in the venue’s web app; then look with quoin orders <config>'
  return [...held, failed('cleared', { evidence, fix, exit: 'pending' })]
}
