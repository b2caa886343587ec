// An order far from the market: is it taken, found by its hash, told of over the socket, answered in peace when it is sent again, and gone
// once it is cancelled?

import type { Answer } from '../../domain/error.js'
import { isTerminal, type OrderRecord } from '../../domain/orders/order.js'
import type { Assumption } from '../../venue/wire/assumptions.js'
import { failed, ok, warning } from '../finding.js'
import { contradiction, type Lesson } from './lesson.js'
import type { Trial, TrialParts } from './trial.js'
import type { Sent } from './trial-orders.js'

const EVENT_MS = 3000
const GONE_MS = 5000
const LOOK_EVERY_MS = 100

export const restingTrial: Trial = {
  name: 'resting order',
  withinMs: 40_000,
  run: async (parts) => {
    const sent = await parts.hand.place(parts.plan.resting)
    const { answer } = sent
    if (!answer.ok || isTerminal(answer.value.status)) {
      const seen = answer.ok ? answer.value.status : `${answer.failure.code}: ${answer.failure.message}`
      const fix =
        'the bot’s own quotes would end the same: mend what it names (signing domain, fee, balance, allowance)'
      return [{ finding: failed('resting order', { evidence: `not taken: ${seen}`, fix, exit: 'refused' }) }]
    }
    const tookMs = Math.round(sent.answeredMonoMs - sent.sentMonoMs)
    const placed = ok('resting order', `${sent.order.hash} rests; answered in ${tookMs} ms`)
    const found = await lookedUp(sent, parts)
    const again = await sentAgain(sent, parts)
    const events = await told(sent, parts)
    return [{ finding: placed }, found, again, ...events, ...(await cancelled(sent, parts))]
  },
}

/** A 404 is half of the proof that an order is dead: it must not be answered for one that rests. */
async function lookedUp({ order, answeredMonoMs }: Sent, parts: TrialParts): Promise<Lesson> {
  const first = await read(order.hash, parts)
  if (first.ok) return { finding: ok('look-up', 'found by its hash at once') }
  const { code, message } = first.failure
  let later: Answer<OrderRecord> = first
  const deadlineMonoMs = parts.clock.monoMs() + GONE_MS
  while (!later.ok && parts.clock.monoMs() < deadlineMonoMs) {
    await pause(parts)
    later = await read(order.hash, parts)
  }
  const after = later.ok
    ? `found ${Math.round(parts.clock.monoMs() - answeredMonoMs)} ms after its answer`
    : 'not found within 5 s'
  const fix =
    'an order that rests must be found: until then a lost answer leads the bot to wrong conclusions; do not go live before the venue mends it'
  const evidence = `an order that rests is answered with ${code}: ${message}; ${after}`
  const doubted: Assumption[] = ['orders.termRefusals']
  return { finding: failed('look-up', { evidence, fix, exit: 'refused' }), doubted }
}

/** The same bytes again, as the bot sends them after a lost answer. */
async function sentAgain({ order }: Sent, { hand, config }: TrialParts): Promise<Lesson> {
  const { answer } = await hand.send(order)
  if (answer.ok) return { finding: ok('sent again', `the same order again is answered with ${answer.value.status}`) }
  const { code, message } = answer.failure
  const { termRefusals } = config.venue.profile.orders
  const shown = `the same order again, while it rests, is refused with ${code}: ${message}`
  if (!termRefusals.some((one) => one === code)) return { finding: ok('sent again', shown) }
  const without = termRefusals.filter((one) => one !== code)
  return {
    finding: contradiction('sent again', {
      ...{ field: 'orders.termRefusals', expected: termRefusals, seen: shown },
      fix: `take ${code} out of orders.termRefusals of the profile: it does not prove that an order is dead`,
    }),
    doubted: ['orders.termRefusals'],
    values: { 'orders.termRefusals': without },
  }
}

/** What the socket told of it. */
async function told({ order, sentMonoMs }: Sent, parts: TrialParts): Promise<readonly Lesson[]> {
  const { watch, plan } = parts
  const { privateEvents, sequenced } = parts.config.venue.profile.socket
  const since = (monoMs: number) => `${Math.round(monoMs - sentMonoMs)} ms after it was sent`
  const rested = { way: 'in', size: plan.size, afterMonoMs: sentMonoMs } as const
  const inBook = await watch.until(() => watch.movedMonoMs(plan.resting, rested), EVENT_MS)
  const own = await watch.until(() => watch.toldOfMonoMs(order.hash), inBook === undefined ? 0 : EVENT_MS)
  const bookFix =
    'without it the bot sees books late and quotes slower: does a proxy let websockets through, are socket.path and socket.events right?'
  const book: Lesson = {
    finding:
      inBook === undefined
        ? failed('book events', {
            evidence: `${watch.hasBook ? 'a book came, and ' : ''}the order was not told within ${EVENT_MS / 1000} s`,
            fix: bookFix,
            exit: 'unreachable',
          })
        : ok(
            'book events',
            `it stands in the book ${since(inBook)}; events are ${watch.isNumbered ? '' : 'not '}numbered`,
          ),
  }
  const numbered = watch.bookEvents > 0 ? other('socket.sequenced', sequenced, watch.isNumbered) : []
  if (own !== undefined) {
    const seen = `told ${since(own)}`
    return [
      book,
      ...numbered,
      ...(privateEvents ? [{ finding: ok('own events', seen) }] : other('socket.privateEvents', false, true, seen)),
    ]
  }
  if (privateEvents) return [book, ...numbered, ...other('socket.privateEvents', true, false, 'none of the own order')]
  return [book, ...numbered, { finding: ok('own events', 'none, as the profile says: the bot asks instead') }]
}

const OWN_NAMES = { 'socket.sequenced': 'numbered', 'socket.privateEvents': 'own events' } as const

/** A switch of the profile that stands otherwise at the venue. */
function other(field: keyof typeof OWN_NAMES, expected: boolean, seen: boolean, how = ''): readonly Lesson[] {
  if (expected === seen) return []
  const values = { [field]: seen }
  const shown = how === '' ? String(seen) : `${seen} (${how})`
  const fix = `set ${field}: ${seen} in the profile`
  return [{ finding: contradiction(OWN_NAMES[field], { field, expected, seen: shown, fix }), values }]
}

async function cancelled({ order }: Sent, parts: TrialParts): Promise<readonly Lesson[]> {
  const { hand, watch, plan, clock } = parts
  const askedMonoMs = clock.monoMs()
  const { cancelled: done, failed: refused } = await hand.cancel(order.hash)
  const answeredMs = Math.round(clock.monoMs() - askedMonoMs)
  const fix = 'until this works nothing that the bot places can be taken back: ask the venue before you go live'
  if (!done.includes(order.hash)) {
    const why = refused[0]?.error ?? 'not named in the answer'
    return [{ finding: failed('cancel', { evidence: `refused: ${why}`, fix, exit: 'refused' }) }]
  }
  const record = await ended(order.hash, parts)
  if (record === undefined) {
    const evidence = `answered as done in ${answeredMs} ms, and ${GONE_MS / 1000} s later it still rests`
    return [{ finding: failed('cancel', { evidence, fix, exit: 'pending' }) }]
  }
  const out = { way: 'out', size: plan.size, afterMonoMs: askedMonoMs } as const
  const gone = await watch.until(() => watch.movedMonoMs(plan.resting, out), EVENT_MS)
  const answered = `answered in ${answeredMs} ms, its record then says ${record.status}`
  if (gone !== undefined)
    return [
      { finding: ok('cancel', `${answered}; out of the book ${Math.round(gone - askedMonoMs)} ms after it was asked`) },
    ]
  const slow = { evidence: `${answered}; no event took it out of the book`, fix: 'see book events' }
  return [{ finding: warning('cancel', slow) }]
}

/** Its record once nothing rests; `undefined` while it does. */
async function ended(hash: Sent['order']['hash'], parts: TrialParts): Promise<OrderRecord | undefined> {
  const deadlineMonoMs = parts.clock.monoMs() + GONE_MS
  do {
    const answer = await read(hash, parts)
    if (answer.ok && isTerminal(answer.value.status)) return answer.value
    await pause(parts)
  } while (parts.clock.monoMs() < deadlineMonoMs)
  return undefined
}

const read = (hash: Sent['order']['hash'], { connection }: TrialParts) =>
  new Promise<Answer<OrderRecord>>((done) => connection.trading.readOrder(hash, done))

const pause = ({ clock }: TrialParts) => new Promise<void>((done) => clock.after(LOOK_EVERY_MS, done))
