// An order that nobody cancels: when it leaves the book, and when it ends, beside the expiration that it signed.

import type { Answer } from '../../domain/error.js'
import { isTerminal, type OrderRecord } from '../../domain/orders/order.js'
import { failed, ok, warning } from '../finding.js'
import { contradiction, type Lesson } from './lesson.js'
import type { Trial, TrialParts } from './trial.js'
import type { Sent } from './trial-orders.js'

const NAME = 'expiration'
/** So long after its expiration an order that rests is one that does not expire. */
const GRACE_SEC = 15
const LOOK_EVERY_MS = 400
/** Whole seconds are signed, and clocks are not the same. */
const TOLERANCE_SEC = 2

/** `expiringSec`: its life. Waits to its end. */
export const expirationTrial = (expiringSec: number): Trial => ({
  name: NAME,
  withinMs: (expiringSec + GRACE_SEC + 20) * 1000,
  run: async (parts) => {
    const sent = await parts.hand.place(parts.plan.expiring, { lifeSec: expiringSec })
    const { answer, order } = sent
    if (!answer.ok || isTerminal(answer.value.status)) {
      const evidence = `not taken: ${answer.ok ? answer.value.status : `${answer.failure.code}: ${answer.failure.message}`}`
      const fix = 'is orders.minLifetimeSec of the profile as long as the venue wants it?'
      return [{ finding: failed(NAME, { evidence, fix, exit: 'refused' }) }]
    }
    const endMs = order.draft.expirationSec * 1000
    const found = await lifeOf(sent, parts)
    const leftBookSec = bookSec(sent, parts)
    if (found === undefined) return [immortal(parts)]
    const { record, atMs } = found
    if (record.status !== 'expired') {
      const evidence = `it ended as ${record.status}, not by its expiration`
      return [{ finding: failed(NAME, { evidence, fix: 'ask again', exit: 'failed' }) }]
    }
    const off = (atMs - endMs) / 1000
    const evidence = `it ended by itself ${Math.abs(off).toFixed(1)} s ${off < 0 ? 'before' : 'after'} its expiration`
    return [{ finding: ok(NAME, evidence), known: ['orders.expirationOn'] }, stopped(parts, leftBookSec, expiringSec)]
  },
})

const pause = ({ clock }: TrialParts, ms: number) => new Promise<void>((done) => clock.after(ms, done))

/** Its end, and when it was seen by the venue's clock; `undefined` where it outlives its expiration by far. */
async function lifeOf({ order }: Sent, parts: TrialParts) {
  const { connection } = parts
  const endMs = order.draft.expirationSec * 1000
  const now = () => connection.venueClock.venueMs()
  while (now() < endMs + GRACE_SEC * 1000) {
    const answer = await new Promise<Answer<OrderRecord>>((done) => connection.trading.readOrder(order.hash, done))
    if (answer.ok && isTerminal(answer.value.status)) return { record: answer.value, atMs: now() }
    await pause(parts, now() < endMs - 2000 ? 4 * LOOK_EVERY_MS : LOOK_EVERY_MS)
  }
  return undefined
}

/** By the socket: seconds before its expiration at which it left the book, whether it stood there at all, or nothing. */
function bookSec(
  { order, sentMonoMs }: Sent,
  { watch, plan, clock, connection }: TrialParts,
): number | 'never there' | undefined {
  const { size, resting, expiring } = plan
  const moved = { way: 'in', size, afterMonoMs: 0 } as const
  const cameMonoMs = watch.movedMonoMs(expiring, { ...moved, afterMonoMs: sentMonoMs })
  // only a socket that told of the other order proves anything by its silence
  if (cameMonoMs === undefined) return watch.movedMonoMs(resting, moved) === undefined ? undefined : 'never there'
  const leftMonoMs = watch.movedMonoMs(expiring, { way: 'out', size, afterMonoMs: cameMonoMs })
  if (leftMonoMs === undefined) return undefined
  const leftVenueMs = connection.venueClock.venueMs() - (clock.monoMs() - leftMonoMs)
  return (order.draft.expirationSec * 1000 - leftVenueMs) / 1000
}

function immortal({ config }: TrialParts): Lesson {
  const { expirationOn } = config.venue.profile.orders
  return {
    finding: contradiction(NAME, {
      ...{ field: 'orders.expirationOn', expected: expirationOn },
      seen: `a POST_ONLY order still rests ${GRACE_SEC} s after its expiration`,
      fix: 'do not go live here: quotes outlive a bot that dies. Take POST_ONLY out of orders.expirationOn of the profile (live is refused then)',
    }),
    doubted: ['orders.expirationOn'],
    values: { 'orders.expirationOn': expirationOn.filter((type) => type !== 'POST_ONLY') },
  }
}

function stopped({ config }: TrialParts, seenSec: ReturnType<typeof bookSec>, lifeSec: number): Lesson {
  const name = 'last match'
  const field = 'orders.stopMatchingBeforeSec'
  const expected = config.venue.profile.orders.stopMatchingBeforeSec
  if (seenSec === undefined) {
    const evidence = 'the socket did not tell when it came into the book and left it'
    return { finding: warning(name, { evidence, fix: 'see book events' }), unseen: { [field]: evidence } }
  }
  if (seenSec === 'never there') {
    const seen = `with ${lifeSec} s to live it never stood in the book, as if so late nothing is matched any more`
    const fix = `quotes end sooner than the bot counts on: set ${field} higher (60 is usual) in the profile, and ask again`
    return { finding: contradiction(name, { field, expected, seen, fix }), doubted: [field] }
  }
  const evidence = `it left the book ${Math.max(0, seenSec).toFixed(1)} s before its expiration`
  if (Math.abs(seenSec - expected) <= TOLERANCE_SEC)
    return { finding: ok(name, `${evidence}; the profile says ${expected}`), known: [field] }
  const value = Math.max(0, Math.round(seenSec))
  const fix = `set ${field}: ${value} in the profile: ${
    seenSec < expected
      ? 'quotes are matched for longer than the bot counts on'
      : 'quotes end sooner than the bot renews them'
  }`
  return {
    finding: contradiction(name, { field, expected, seen: evidence, fix }),
    ...{ known: [field], values: { [field]: value } },
  }
}
