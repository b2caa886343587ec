// Each trial of `doctor --place` at a real server: as it is, and as a venue that breaks what the bot relies on.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bestBidsOf, bestBidsTrial } from '../../../src/doctor/place/best-bids-trial.js'
import { crossingTrial } from '../../../src/doctor/place/crossing-trial.js'
import { expirationTrial } from '../../../src/doctor/place/expiration-trial.js'
import { refusalTrial } from '../../../src/doctor/place/refusal-trial.js'
import { restingTrial } from '../../../src/doctor/place/resting-trial.js'
import { limitsTrial, pastFillsTrial } from '../../../src/doctor/place/told-trials.js'
import type { Trial } from '../../../src/doctor/place/trial.js'
import type { ApiRequest, ApiResponse } from '../../../src/server/api/requests/api-request.js'
import type { VenueProfile } from '../../../src/venue/wire/profile.js'
import { findingOf, openTrialVenue, type TrialVenue, type TryOptions, tryOne, verdicts } from './trial-venue.js'

let there: TrialVenue
beforeAll(async () => {
  there = await openTrialVenue()
})
afterAll(() => there.close())
afterEach(() => {
  there.change = (request) => request
  there.venue.onRequest = () => undefined
})

const isSubmit = ({ method, path }: ApiRequest) => method === 'POST' && /^\/markets\/[^/]+\/orders$/.test(path)
const isLookUp = ({ method, path }: ApiRequest) => method === 'GET' && path.startsWith('/orders/0x')

/** The lessons, with everything cleared and closed behind it. */
async function lessonsOf(trial: Trial, options: TryOptions = {}, at = there) {
  const run = await tryOne(at, trial, options)
  try {
    const { left, outcome, matched } = await run.clear()
    expect(outcome.verified).toBe(true)
    expect(left).toEqual([])
    expect(at.venue.resting()).toEqual([])
    return { lessons: run.lessons, matched }
  } finally {
    await run.close()
  }
}

/** Answers of some requests are others until the test ends. */
function answering(which: (request: ApiRequest) => boolean, answer: (told: ApiResponse) => ApiResponse): () => void {
  const { api } = there.venue.server
  const handle = api.handle.bind(api)
  api.handle = (request, nowMs, reply) => handle(request, nowMs, (told) => reply(which(request) ? answer(told) : told))
  return () => {
    api.handle = handle
  }
}

const socketSays = (change: Partial<VenueProfile['socket']>) => (profile: VenueProfile) => ({
  ...profile,
  socket: { ...profile.socket, ...change },
})

describe('an order that rests', () => {
  it('is found, told of, answered again, and gone after its cancel', async () => {
    const { lessons } = await lessonsOf(restingTrial)
    const names = ['resting order', 'look-up', 'sent again', 'book events', 'own events', 'cancel']
    expect(verdicts(lessons)).toEqual(Object.fromEntries(names.map((name) => [name, 'ok'])))
    expect(findingOf(lessons, 'own events')?.evidence).toMatch(/^told \d+ ms after it was sent$/)
    expect(findingOf(lessons, 'cancel')?.evidence).toMatch(/cancelled_local; out of the book \d+ ms/)
  })

  it('is told of where the profile says otherwise, and the profile is corrected', async () => {
    const { lessons } = await lessonsOf(restingTrial, {
      profile: socketSays({ privateEvents: false, sequenced: false }),
    })
    const own = lessons.find(({ finding }) => finding.name === 'own events')
    expect(own).toMatchObject({ finding: { verdict: 'failed' }, values: { 'socket.privateEvents': true } })
    expect(own?.finding.evidence).toMatch(/^socket.privateEvents: expected false, seen: true/)
    expect(lessons.find(({ finding }) => finding.name === 'numbered')?.values).toEqual({ 'socket.sequenced': true })
  })

  it('is told of by nobody where the venue has no private events', async () => {
    const quiet = await openTrialVenue({ switches: { privateEvents: false } })
    try {
      const { lessons } = await lessonsOf(restingTrial, { profile: socketSays({ privateEvents: true }) }, quiet)
      const own = lessons.find(({ finding }) => finding.name === 'own events')
      expect(own).toMatchObject({ finding: { verdict: 'failed' }, values: { 'socket.privateEvents': false } })
    } finally {
      await quiet.close()
    }
  })

  it('fails the look-up, where it is not found at first', async () => {
    let looks = 0
    const undo = answering(isLookUp, (told) => {
      looks += 1
      return looks > 2
        ? told
        : { ...told, status: 404, body: { statusCode: 404, message: 'no such order', code: 'not_found' } }
    })
    const { lessons } = await lessonsOf(restingTrial)
    undo()
    const found = lessons.find(({ finding }) => finding.name === 'look-up')
    expect(found).toMatchObject({ finding: { verdict: 'failed' }, doubted: ['orders.termRefusals'] })
    expect(found?.finding.evidence).toMatch(/not-found: .*; found \d+ ms after its answer/)
  })

  it('fails, where it is refused for a term when it is sent again: that proves no order dead', async () => {
    let submits = 0
    const undo = answering(isSubmit, (told) => {
      submits += 1
      return submits === 1
        ? told
        : { ...told, status: 400, body: { statusCode: 400, message: 'expiration is too near', code: 'bad_expiration' } }
    })
    const { lessons } = await lessonsOf(restingTrial)
    undo()
    const again = lessons.find(({ finding }) => finding.name === 'sent again')
    expect(again?.finding.evidence).toMatch(
      /^orders.termRefusals: expected \[.*\], seen: .*refused with bad-expiration/,
    )
    expect(again).toMatchObject({ doubted: ['orders.termRefusals'] })
    expect(again?.values?.['orders.termRefusals']).not.toContain('bad-expiration')
  })

  it('is gone afterwards, where the answer to its cancel is lost', async () => {
    let cancels = 0
    there.venue.onRequest = ({ path }) => (path === '/orders/cancel-many' && ++cancels === 1 ? 'lost' : undefined)
    const { lessons } = await lessonsOf(restingTrial)
    expect(lessons.at(-1)?.finding).toMatchObject({ verdict: 'failed' })
    expect(lessons.at(-1)?.finding.evidence).toContain('unreachable')
    expect(cancels).toBeGreaterThan(1)
  })
})

describe('a venue in trouble', () => {
  it('keeps nothing of an order that it took and answered with 500', async () => {
    const undo = answering(isSubmit, (told) => ({ ...told, status: 500, body: undefined }))
    const { lessons } = await lessonsOf(restingTrial)
    undo()
    expect(lessons[0]?.finding.evidence).toContain('venue-failed')
    expect(there.venue.ordersEver().length).toBeGreaterThan(0)
  })

  it('is asked for nothing more once it says 429, and that is said', async () => {
    const undo = answering(isSubmit, (told) => ({ ...told, status: 429, body: undefined }))
    const { lessons } = await lessonsOf(crossingTrial)
    undo()
    expect(lessons[0]?.finding).toMatchObject({ name: 'POST_ONLY', verdict: 'failed' })
    expect(lessons[0]?.finding.evidence).toContain('rate-limited')
    expect(lessons[0]?.known).toBeUndefined()
  })

  it('says by hash what may still rest, where no list verifies it', async () => {
    const run = await tryOne(there, restingTrial, { clearWithinMs: 300 })
    const isOrders = ({ path }: ApiRequest) => path === '/orders' || path === '/orders/cancel-many'
    const undo = answering(isOrders, (told) => ({ ...told, status: 503, body: undefined }))
    const { left, outcome } = await run.clear()
    undo()
    await run.close()
    expect(outcome.verified).toBe(false)
    expect(left).toHaveLength(1)
  })
})

describe('POST_ONLY', () => {
  it('is refused at the best offer, which is then known', async () => {
    const { lessons, matched } = await lessonsOf(crossingTrial)
    expect(lessons).toMatchObject([{ finding: { name: 'POST_ONLY', verdict: 'ok' }, known: ['orders.types'] }])
    expect(matched).toEqual([])
  })

  it('fails, where it takes: what was bought is named, and the profile loses it', async () => {
    there.change = (request) =>
      isSubmit(request) ? { ...request, body: { ...(request.body as object), orderType: 'GTC' } } : request
    const { lessons, matched } = await lessonsOf(crossingTrial)
    expect(lessons[0]?.finding.evidence).toMatch(
      /^orders.types: expected .*, seen: a POST_ONLY order .* it was matched/,
    )
    expect(lessons[0]).toMatchObject({ finding: { verdict: 'failed' }, doubted: ['orders.types'] })
    expect(lessons[0]?.values?.['orders.types']).not.toContain('POST_ONLY')
    expect(matched).toHaveLength(1)
    there.bid(0, 40)
    there.bid(1, 50)
  })
})

it('wrong orders are refused with their codes and unknown afterwards; what was not tried keeps the key assumed', async () => {
  const narrow = (profile: VenueProfile): VenueProfile => ({
    ...profile,
    orders: { ...profile.orders, termRefusals: ['bad-signature', 'fee-changed'] },
  })
  const [{ lessons }, { lessons: narrowed }] = await Promise.all([
    lessonsOf(refusalTrial),
    lessonsOf(refusalTrial, { profile: narrow }),
  ])
  expect(lessons[0]?.finding.verdict).toBe('ok')
  for (const code of ['bad-expiration', 'fee-changed', 'bad-amounts', 'bad-signature'])
    expect(lessons[0]?.finding.evidence).toContain(`${code}, then unknown by its hash`)
  expect(lessons[0]?.unseen?.['orders.termRefusals']).toContain('not seen for market-not-open')
  expect(narrowed[0]?.known).toEqual(['orders.termRefusals'])
})

describe('best bids', () => {
  it('leave our own out', async () => {
    const { lessons } = await lessonsOf(bestBidsTrial)
    expect(verdicts(lessons)).toEqual({ 'best bids': 'ok', excludeMaker: 'ok' })
    // nobody sells here, so that both ways give the same
    expect(lessons[0]?.unseen?.['bestBids.counts']).toContain('the same either way')
  })

  it('fail, where the venue does not leave ours out', async () => {
    there.change = (request) => (request.path.endsWith('/best-bids') ? { ...request, query: {} } : request)
    const { lessons } = await lessonsOf(bestBidsTrial)
    expect(findingOf(lessons, 'excludeMaker')).toMatchObject({ verdict: 'failed' })
    expect(lessons.at(-1)?.doubted).toEqual(['bestBids.counts'])
  })

  it('count sells of the other outcome, or do not', () => {
    const level = (price: number) => ({ price: price as never, size: 100 as never })
    const book = [
      { bids: [level(40)], asks: [level(55)] },
      { bids: [level(44)], asks: [] },
    ] as const
    expect(bestBidsOf(book, 'direct', 100)).toEqual([40, 44])
    expect(bestBidsOf(book, 'merged', 100)).toEqual([40, 45])
  })
})

describe('an order that nobody cancels', () => {
  it('ends at its expiration; how long before it leaves the book is seen, and corrected in the profile', async () => {
    const early = await openTrialVenue({ stopMatchingBeforeSec: 4 })
    try {
      const says = (profile: VenueProfile) => ({ ...profile, orders: { ...profile.orders, stopMatchingBeforeSec: 0 } })
      const { lessons } = await lessonsOf(expirationTrial(6), { profile: says }, early)
      expect(lessons[0]).toMatchObject({
        finding: { name: 'expiration', verdict: 'ok' },
        known: ['orders.expirationOn'],
      })
      expect(lessons[1]?.finding.evidence).toMatch(
        /^orders.stopMatchingBeforeSec: expected 0, seen: it left the book [34]\.\d s/,
      )
      expect(lessons[1]?.values).toEqual({ 'orders.stopMatchingBeforeSec': 4 })
    } finally {
      await early.close()
    }
  })

  it('fails, where it outlives its expiration: every quote would outlive a bot that dies', async () => {
    // a clock that is there at once, and a venue that keeps what it took
    let nowMs = 1_800_000_000_000
    const clock = {
      monoMs: () => nowMs,
      after: (ms: number, run: () => void) => {
        nowMs += ms
        setImmediate(run)
      },
    }
    const order = { hash: '0x01', draft: { expirationSec: nowMs / 1000 + 6 } }
    const record = { status: 'open' }
    const parts = {
      clock,
      hand: {
        place: () => Promise.resolve({ order, sentMonoMs: nowMs, answer: { ok: true, value: { status: 'open' } } }),
      },
      connection: {
        venueClock: { venueMs: () => nowMs },
        trading: { readOrder: (_hash: string, done: (answer: unknown) => void) => done({ ok: true, value: record }) },
      },
      watch: { movedMonoMs: () => undefined },
      plan: {},
      config: { venue: { profile: there.venue.server.profile } },
    }
    const [lesson] = await expirationTrial(6).run(parts as never)
    expect(lesson?.finding.evidence).toMatch(/^orders.expirationOn: expected .*, seen: .* 15 s after its expiration$/)
    expect(lesson?.doubted).toEqual(['orders.expirationOn'])
    expect(lesson?.values?.['orders.expirationOn']).toEqual(['GTC', 'GTD'])
  })

  it('that never comes into the book teaches no number: the venue stops matching sooner than it lives', async () => {
    const order = { hash: '0x01', draft: { expirationSec: 1000 } }
    const [resting, expiring] = [{ outcome: 1 }, { outcome: 0 }]
    const at = (heard: boolean) => ({
      clock: { monoMs: () => 0, after: () => undefined },
      hand: { place: () => Promise.resolve({ order, sentMonoMs: 0, answer: { ok: true, value: { status: 'open' } } }) },
      connection: {
        venueClock: { venueMs: () => 1_000_000 },
        trading: {
          readOrder: (_hash: string, done: (answer: unknown) => void) =>
            done({ ok: true, value: { status: 'expired' } }),
        },
      },
      watch: { movedMonoMs: (terms: unknown) => (heard && terms === resting ? 5 : undefined) },
      plan: { resting, expiring, size: 500 },
      config: { venue: { profile: there.venue.server.profile } },
    })
    const [, never] = await expirationTrial(26).run(at(true) as never)
    expect(never?.finding.evidence).toContain('with 26 s to live it never stood in the book')
    expect(never).toMatchObject({ finding: { verdict: 'failed' }, doubted: ['orders.stopMatchingBeforeSec'] })
    expect(never?.values).toBeUndefined()
    const [, unheard] = await expirationTrial(26).run(at(false) as never)
    expect(unheard).toMatchObject({ finding: { verdict: 'warning' } })
    expect(unheard?.known).toBeUndefined()
  })

  it('is given up, and gone, when a person stops it', async () => {
    const stop = new AbortController()
    const ending = lessonsOf(expirationTrial(60), { stopped: stop.signal })
    const deadline = performance.now() + 20_000
    while (there.venue.resting().length === 0 && performance.now() < deadline)
      await new Promise((done) => setTimeout(done, 20))
    expect(there.venue.resting()).toHaveLength(1)
    stop.abort()
    expect(verdicts((await ending).lessons)).toEqual({ expiration: 'skipped' })
  })
})

it('limits below those of the profile are told with the field', async () => {
  const generous = (profile: VenueProfile) => ({
    ...profile,
    limits: { ...profile.limits, read: { perSecond: 10, perMinute: 1_000_000 } },
  })
  const { lessons } = await lessonsOf(limitsTrial, { profile: generous })
  expect(lessons[0]?.finding.verdict).toBe('failed')
  expect(lessons[0]?.finding.evidence).toMatch(/read.perMinute \d+ instead of 1000000/)
  expect(Object.keys(lessons[0]?.values ?? {})).toEqual(['limits.read.perMinute'])
})

it('past fills that paid nothing prove nothing', async () => {
  const { lessons } = await lessonsOf(pastFillsTrial)
  expect(lessons[0]?.known).toBeUndefined()
  expect(lessons[0]?.unseen?.makerPaysFee).toContain('0 settled fills')
})
