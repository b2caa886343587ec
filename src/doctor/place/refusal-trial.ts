// Orders that no venue may take, each wrong in one way: with which code each is refused, and that it is then unknown by its hash.

import { lots } from '../../domain/amounts/size.js'
import type { Answer, ErrorCode } from '../../domain/error.js'
import type { OrderRecord } from '../../domain/orders/order.js'
import type { SignedOrder } from '../../venue/trading.js'
import { failed, ok, warning } from '../finding.js'
import type { Lesson } from './lesson.js'
import type { Trial, TrialParts } from './trial.js'

const NAME = 'refusals'
/** Signed so long before its end, and sent after it. */
const SHORT_LIFE_SEC = 2

interface Wrong {
  readonly what: string
  readonly code: ErrorCode
  /** `undefined`: there is no such order in this market. */
  readonly make: (parts: TrialParts) => Promise<SignedOrder | undefined>
}

const WRONG: readonly Wrong[] = [
  {
    ...{ what: 'past its expiration', code: 'bad-expiration' },
    make: async ({ hand, plan, connection, clock }) => {
      const order = await hand.sign(plan.resting, { lifeSec: SHORT_LIFE_SEC })
      const waitMs = (order.draft.expirationSec + 1) * 1000 - connection.venueClock.venueMs()
      await new Promise<void>((done) => clock.after(Math.max(0, waitMs), done))
      return order
    },
  },
  {
    ...{ what: 'another fee than the market’s', code: 'fee-changed' },
    make: ({ hand, plan, feeRateBps, config }) => {
      const wrong = feeRateBps + (feeRateBps < config.venue.profile.orders.maxFeeRateBps ? 1 : -1)
      return wrong < 0 ? Promise.resolve(undefined) : hand.sign(plan.resting, { change: { feeRateBps: wrong } })
    },
  },
  {
    ...{ what: 'smaller than the smallest', code: 'bad-amounts' },
    make: ({ hand, plan }) =>
      plan.size < 2
        ? Promise.resolve(undefined)
        : hand.sign(plan.resting, { change: { size: lots(Math.floor(plan.size / 2)) } }),
  },
  {
    ...{ what: 'a broken signature', code: 'bad-signature' },
    make: async ({ hand, plan }) => broken(await hand.sign(plan.resting)),
  },
]

/** Others are told how many come. */
export const REFUSALS = WRONG.length + 1

export const refusalTrial: Trial = {
  name: NAME,
  withinMs: 40_000,
  run: async (parts) => {
    const seen: ErrorCode[] = []
    const lines: string[] = []
    let isTaken = false
    let isOdd = false
    for (const { what, code, make } of WRONG) {
      const order = await make(parts)
      if (order === undefined) continue
      const { answer } = await parts.hand.send(order)
      const record = await new Promise<Answer<OrderRecord>>((done) =>
        parts.connection.trading.readOrder(order.hash, done),
      )
      const isUnknown = !record.ok && record.failure.code === 'not-found'
      const got = answer.ok ? `taken (${answer.value.status})` : answer.failure.code
      lines.push(`${what}: ${got}${isUnknown ? ', then unknown by its hash' : ', and known by its hash'}`)
      if (answer.ok) isTaken = true
      else if (answer.failure.code !== code || !isUnknown) isOdd = true
      else seen.push(code)
    }
    return [judged(parts, { seen, lines, isTaken, isOdd })]
  },
}

interface Seen {
  readonly seen: readonly ErrorCode[]
  readonly lines: readonly string[]
  readonly isTaken: boolean
  readonly isOdd: boolean
}

function judged({ config }: TrialParts, { seen, lines, isTaken, isOdd }: Seen): Lesson {
  const { termRefusals } = config.venue.profile.orders
  const untried = termRefusals.filter((code) => !seen.includes(code))
  const evidence = lines.join('\n')
  const unseen = {
    'orders.termRefusals': `not seen for ${untried.join(', ')}; with orders.termRefusals: [${seen.join(', ')}] it would be known`,
  }
  if (isTaken) {
    const fix =
      'a venue that takes such orders checks less than the bot relies on: do not go live before it is explained'
    return { finding: failed(NAME, { evidence, fix, exit: 'refused' }), doubted: ['orders.termRefusals'] }
  }
  if (isOdd) {
    const fix = 'other codes than expected prove nothing to the bot: a lost answer then closes its market for longer'
    return { finding: warning(NAME, { evidence, fix }), unseen }
  }
  return { finding: ok(NAME, evidence), ...(untried.length === 0 ? { known: ['orders.termRefusals'] } : { unseen }) }
}

/** The same order with a signature of nobody: the last byte before v is another. */
function broken(order: SignedOrder): SignedOrder {
  const body = order.body.replace(
    /("signature":"0x[0-9a-fA-F]{20})([0-9a-fA-F])/,
    (_all, head: string, digit: string) => `${head}${digit === '0' ? '1' : '0'}`,
  )
  return { ...order, body }
}
