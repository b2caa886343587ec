// Drives a core of the shape `Core.step(event) -> Decision` in `src/core/core.ts`, through `src/bot/loop.ts`.
// Its sources come from another checkout: see step-sources.ts.

import { sourcePath } from '../harness/source-paths.js'
import { type Driver, hexOf, type Setting } from './stage.js'
import { type Input, sourcesAt } from './step-sources.js'
import { EPOCH_MS, FAR, marketOf, StepStage, UNIT_RAW } from './step-stage.js'

const ENDED_BEFORE_MS = 5000
const ENDED_TOGETHER = 20

function ready(stage: StepStage): void {
  for (const routeClass of ['read', 'write', 'cancel', 'account']) {
    stage.say({ kind: 'budget', routeClass, perSecond: FAR, perMinute: FAR })
  }
  stage.say({ kind: 'clock', errorMs: 10 }, { kind: 'session', signedIn: true, detail: 'signed in' }, reading())
}

/** Of the account: collateral, and no tokens. */
function reading(): Input {
  const totalRaw = 1_000_000_000n * UNIT_RAW
  const collateral = { totalRaw, lockedRaw: 0n, pendingRaw: 0n, availableRaw: totalRaw }
  return { kind: 'account', snapshot: { collateral, holdings: [] }, askedSeq: 0 }
}

/** Each was listed, open, and then over; the account was read since, as it is every few seconds. */
function resolve(stage: StepStage, count: number, from: number): void {
  for (let n = from; n < from + count; n++) {
    stage.say(
      { kind: 'market', market: marketOf(n) },
      { kind: 'market-status', conditionId: hexOf(n), status: 'RESOLVED', winner: 0 },
    )
  }
  stage.say(reading())
}

/** Found in the journal and cancelled, some at a time: as many as a busy bot has resting. */
function end(stage: StepStage, count: number, market: number): void {
  if (count === 0) return
  const terms = {
    conditionId: hexOf(market),
    outcome: 0,
    side: 'BUY',
    price: 40,
    size: 2000,
    type: 'POST_ONLY',
  } as const
  const expirationSec = (EPOCH_MS + stage.nowMonoMs) / 1000 + 3000
  const draft = { ...terms, expirationSec, feeRateBps: 0 }
  for (let from = 0; from < count; from += ENDED_TOGETHER) {
    // far from the hashes that intents get
    const hashes = Array.from({ length: Math.min(ENDED_TOGETHER, count - from) }, (_, i) => hexOf(1e9 + from + i))
    stage.say({ kind: 'recovered', orders: hashes.map((hash) => ({ hash, draft })) })
    for (const hash of hashes) stage.news.placed(hash, draft)
    // nothing streams its book yet
    stage.say(...stage.news.cancelled(hashes, EPOCH_MS + stage.nowMonoMs).filter(({ kind }) => kind === 'order'))
    stage.say({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
  }
  // over for a while: the book has long shown it
  stage.pass(ENDED_BEFORE_MS)
  stage.answerAll()
}

export const stepDriver: Driver = {
  fits: (root) => sourcePath(root, 'src/core/core.js') !== undefined,
  async open(root, { markets, ended, resolved }: Setting) {
    const stage = new StepStage(await sourcesAt(root))
    ready(stage)
    resolve(stage, resolved, markets)
    for (let n = 0; n < markets; n++) {
      stage.say({ kind: 'market', market: marketOf(n) })
      if (n === 0) end(stage, ended, 0)
      stage.say({ kind: 'feed', conditionId: hexOf(n), health: 'live', reason: 'snapshot' }, stage.book(hexOf(n)))
      stage.answerAll()
    }
    if (stage.placed !== 2 * markets) throw new Error(`orders: expected ${2 * markets}, got ${stage.placed}`)
    return stage
  },
}
