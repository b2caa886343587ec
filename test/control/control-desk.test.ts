import { describe, expect, it } from 'vitest'
import {
  decisionLines,
  doneLines,
  orderLines,
  positionLines,
  statusLines,
} from '../../src/cli/control/control-words.js'
import { explainLines } from '../../src/cli/control/explain-words.js'
import { BotMemory } from '../../src/control/bot-memory.js'
import { ControlDesk, type OperationEntry } from '../../src/control/control-desk.js'
import type { ControlRequest } from '../../src/control/control-protocol.js'
import { explainView } from '../../src/control/explain/explain-schema.js'
import { LastMinutes } from '../../src/control/last-minutes.js'
import { lossRooms } from '../../src/control/view/loss-room.js'
import * as views from '../../src/control/view/view-schema.js'
import { lookInto } from '../../src/core/look/look-into.js'
import type { Failure } from '../../src/domain/error.js'
import type { MassCancelSnapshot } from '../../src/domain/run/snapshot.js'
import { fixedSpread } from '../../strategies/fixed-spread.js'
import { CoreDriver } from '../core/core-driver.js'
import { at } from '../execution/builders.js'
import { A } from '../risk/builders.js'

const ME = { actor: 'ann' }
const LUNCH = /^halted \(operator\) since \S+Z by ann: lunch$/
const LIMITS = { maxLoss: 300, maxDailyLoss: 200, maxDrawdown: 250 }

/** A bot whose turns the test makes. */
function desk(
  options: {
    readonly failure?: Failure
    readonly unkept?: Failure
    readonly deaf?: boolean
    readonly massCancel?: () => MassCancelSnapshot
    readonly isAccountUnread?: true
  } = {},
) {
  const driver = new CoreDriver()
  const memory = new BotMemory()
  const written: OperationEntry[] = []
  const looks: string[] = []
  const remember = () => {
    for (const decision of driver.decisions.splice(0)) memory.step(decision)
    // what answers a command comes after it
    for (const input of driver.events.splice(0)) memory.event({ ...input, seq: 0, at: at(driver.monoMs) })
  }
  driver.start()
  driver.quote()
  remember()
  const control = new ControlDesk({
    bot: {
      snapshot: () => {
        const massCancel = options.massCancel?.()
        const { isAccountUnread } = options
        const unread = isAccountUnread && { isAccountUnread }
        return { ...driver.core.snapshot(at(driver.monoMs)), ...(massCancel ? { massCancel } : {}), ...unread }
      },
      operate: (action, by, done) => {
        if (options.deaf) return
        driver.push({ kind: 'operator', action, ...by })
        remember()
        done(options.unkept)
      },
    },
    memory,
    about: { mode: 'live', pid: 1 },
    venueMs: () => at(driver.monoMs).venueMs,
    journal: (entry) => {
      written.push(entry)
      return options.failure
    },
    after: (_delayMs, run) => void setTimeout(run, 1),
    logs: (wanted) => ({ lines: ['{}'], next: 1, wanted }),
    lately: () => new LastMinutes(() => driver.monoMs).view(),
    losses: () => lossRooms(driver.core.standing.standing().pnl, LIMITS),
    pauses: () => driver.core.standing.standing().pauses,
    book: (market) => driver.core.beliefs.others(market),
    look: (conditionId) => {
      looks.push(conditionId)
      return lookInto(driver.core, conditionId, at(driver.monoMs))
    },
    termNotes: () => fixedSpread.termNotes ?? {},
  })
  const data = async (request: ControlRequest) => {
    const answer = await control.answer(request)
    if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`)
    // as a client gets it
    return JSON.parse(JSON.stringify(answer.data))
  }
  return { driver, control, data, written, looks }
}

describe('questions', () => {
  it('status tells of every market with its reason', async () => {
    const { data } = desk()
    const status = views.statusView.parse(await data({ command: 'status', ...ME }))
    expect(status).toMatchObject({ bot: { mode: 'live' }, signedIn: true, markets: [{ conditionId: A, quotes: 2 }] })
    expect(statusLines(status).join('\n')).toMatch(/^running/)
  })

  it('status tells of losses, of the venue and of our quotes beside those of the others, as snapshot and page do', async () => {
    const { data, driver } = desk()
    const raw = await data({ command: 'status', ...ME })
    const status = views.statusView.parse(raw)
    const snapshot = driver.core.snapshot(at(driver.monoMs))
    expect(status.losses[0]).toEqual({ limit: 'daily-loss', lost: 0, allowed: 200, left: 200 })
    expect(status.lately).toMatchObject({ windowSec: 300, requests: 0 })
    const [market] = snapshot.markets
    expect(raw.markets[0]).toMatchObject({ bestOthers: market?.bestOthers, parts: market?.pnl, fills: market?.fills })
    expect(raw.markets[0].own).toHaveLength(2)
    const text = statusLines(status).join('\n')
    expect(text).toContain('P&L 0.00 = spread 0.00, inventory 0.00, fees 0.00')
    expect(text).toContain(
      'the bot stops quoting (halts) when it loses 200.00 more: daily-loss limit, 200.00 allowed, nothing lost (over all runs, what is held at the best bid for it)',
    )
    expect(text).toContain('the venue in the last 5 min: 0 requests')
  })

  it('decisions name the orders and why they were placed or cancelled', async () => {
    const { data } = desk()
    const { decisions } = views.decisionsView.parse(await data({ command: 'decisions', ...ME }))
    const kinds = decisions.map(({ kind, orders }) => [kind, orders.length])
    expect(kinds).toContainEqual(['place', 2])
    expect(decisionLines({ decisions }).join('\n')).toMatch(/place BUY YES 10 at 0\.\d+, BUY NO 10 at 0\.\d+/)
    await data({ command: 'halt', reason: 'lunch', ...ME })
    const after = views.decisionsView.parse(await data({ command: 'decisions', ...ME })).decisions
    expect(after[0]).toMatchObject({ kind: 'cancel', why: expect.stringMatching(LUNCH) })
    expect(decisionLines({ decisions: [] })).toEqual(['no orders and no cancels yet'])
  })

  it('explain shows the others, and the decisions of this market', async () => {
    const { data } = desk()
    const raw = await data({ command: 'explain', market: A, ...ME })
    expect(raw.depth.bids.length).toBeGreaterThan(0)
    expect(raw.recent[0]).toMatchObject({ kind: 'place', conditionId: A })
    expect(explainLines(explainView.parse(raw)).join('\n')).toMatch(/others' quotes on YES +bid 0\.\d+ × 100; ask 0\./)
  })

  it('orders have question, price, shares, age and reason', async () => {
    const { data } = desk()
    const { orders } = views.ordersView.parse(await data({ command: 'orders', ...ME }))
    expect(orders).toHaveLength(2)
    expect(orders[0]).toMatchObject({ side: 'BUY', shares: 10, phase: 'open', hash: expect.stringMatching(/^0x/) })
    const [head = '', first = ''] = orderLines({ orders })
    for (const name of ['QUESTION', 'PRICE', 'SHARES', 'AGE', 'REASON']) expect(head).toContain(name)
    expect(first).toContain(orders[0]?.question)
  })

  it('positions and fills are empty where nothing was matched', async () => {
    const { data } = desk()
    expect(positionLines(views.positionsView.parse(await data({ command: 'positions', ...ME })))).toEqual([
      'no positions',
    ])
    expect(views.fillsView.parse(await data({ command: 'fills', ...ME }))).toEqual({ fills: [] })
  })

  it('positions are not said to be none where the account has not been read', async () => {
    const { data } = desk({ isAccountUnread: true })
    const view = views.positionsView.parse(await data({ command: 'positions', ...ME }))
    const unknown = 'the account has not been read yet: what is held is not known'
    expect(positionLines(view)).toEqual([unknown])
    const kept = { conditionId: A, question: 'Kept?', yes: 5, no: 0, pnl: 0, worstCaseLoss: 2 }
    expect(positionLines({ ...view, positions: [kept] })).toEqual([
      unknown,
      expect.stringMatching(/^QUESTION/),
      expect.stringMatching(/^Kept\?/),
    ])
    const status = views.statusView.parse(await data({ command: 'status', ...ME }))
    expect(statusLines(status)).toContain(`the venue: ${unknown}`)
  })

  it('explain tells why a quote is there, and why none is', async () => {
    const { data, driver } = desk()
    const there = explainView.parse(await data({ command: 'explain', market: A, ...ME }))
    expect(there.quotes).toHaveLength(2)
    expect(there.quotes[0]?.reason).not.toContain('replaced')
    expect(there.stopped).toBeUndefined()
    await data({ command: 'halt', reason: 'lunch', ...ME })
    driver.push({ kind: 'cancel-answered', cancelled: there.quotes.flatMap((q) => q.hash ?? []) as never, failed: [] })
    const gone = explainView.parse(await data({ command: 'explain', market: A, ...ME }))
    expect(gone).toMatchObject({ quotes: [], stopped: expect.stringMatching(LUNCH) })
    expect(gone.refused.map(({ reason }) => reason)).toContain('halted')
    // as they were wished: probabilities, and shares
    for (const { price, shares } of gone.refused) {
      expect(price).toBeGreaterThan(0)
      expect(price).toBeLessThan(1)
      expect(shares).toBeCloseTo(10)
    }
    expect(explainLines(gone).join('\n')).toMatch(
      /no quote of ours is there \(halted\): halted \(operator\) since .* by ann: lunch/,
    )
  })

  it('a market is found by a part of its question, and refused where it is not one', async () => {
    const { data, control } = desk()
    const { question } = explainView.parse(await data({ command: 'explain', market: A, ...ME }))
    await data({ command: 'explain', market: question.slice(0, 4).toUpperCase(), ...ME })
    expect(await control.answer({ command: 'explain', market: 'nowhere', ...ME })).toMatchObject({
      ok: false,
      error: { code: 'not-found' },
    })
  })
})

describe('commands', () => {
  it('halt and resume, written down with their actor before they are carried out', async () => {
    const { data, written } = desk()
    const halted = views.doneView.parse(await data({ command: 'halt', reason: 'lunch', ...ME }))
    expect(halted.halted).toMatchObject({ cause: 'operator', reason: 'lunch', actor: 'ann' })
    expect(doneLines(halted)[0]).toMatch(/^halted \(operator\) since .* by ann: lunch$/)
    expect(views.doneView.parse(await data({ command: 'resume', reason: 'back', ...ME }))).toEqual({})
    expect(written).toEqual([
      { command: 'halt', actor: 'ann', reason: 'lunch' },
      { command: 'resume', actor: 'ann', reason: 'back' },
    ])
  })

  it('pause and unpause one market', async () => {
    const { data, driver } = desk()
    const paused = views.doneView.parse(await data({ command: 'pause', market: A, reason: 'odd', ...ME }))
    expect(doneLines(paused)[0]).toMatch(/^Will it\?: paused since \S+Z by ann: odd$/)
    expect(driver.core.standing.pauseOf(A)?.reason).toBe('odd')
    const explained = explainView.parse(await data({ command: 'explain', market: A, ...ME }))
    expect(explained.stopped).toMatch(/^paused since \S+Z by ann: odd$/)
    expect(views.statusView.parse(await data({ command: 'status', ...ME })).markets[0]?.reason).toBe(explained.stopped)
    const { markets } = await data({ command: 'status', ...ME })
    expect(markets[0].paused).toMatchObject({ actor: 'ann', reason: 'odd' })
    await data({ command: 'unpause', market: A, reason: 'well', ...ME })
    expect(driver.core.standing.pauseOf(A)).toBeUndefined()
  })

  it('cancel-all halts, and says what is left', async () => {
    const { data, driver } = desk()
    const asked = data({ command: 'cancel-all', reason: 'enough', ...ME })
    await Promise.resolve()
    const hashes = [...driver.core.beliefs.orders.living()].flatMap((o) => (o.phase === 'signing' ? [] : o.hash))
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    expect(views.doneView.parse(await asked)).toMatchObject({ cancelled: 2, left: [], halted: { reason: 'enough' } })
  })

  it('cancel-all looks into no market while it waits: whoever quotes hundreds would be busy with that', async () => {
    const { data, driver, looks } = desk()
    const asked = data({ command: 'cancel-all', reason: 'enough', ...ME })
    await new Promise((done) => setTimeout(done, 20))
    expect(looks).toEqual([])
    const hashes = [...driver.core.beliefs.orders.living()].flatMap((o) => (o.phase === 'signing' ? [] : o.hash))
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    expect(views.doneView.parse(await asked)).toMatchObject({ cancelled: 2, left: [] })
  })

  it('cancel-all waits for a list that shows nothing, which status and explain tell of, too', async () => {
    const unverified = { cause: 'halt', sinceMs: 0, cancelled: 0, left: 1, pending: 0, failure: 'a 502' } as const
    let massCancel: MassCancelSnapshot = unverified
    const { data, driver } = desk({ massCancel: () => massCancel })
    const [hash] = [...driver.core.beliefs.orders.living()].flatMap((o) => (o.phase === 'signing' ? [] : o.hash))
    const says = /^orders may rest: cancelling since .*Z, no list has shown that none does, 1 known: a 502$/m
    expect(statusLines(views.statusView.parse(await data({ command: 'status', ...ME }))).join('\n')).toMatch(says)
    const explained = explainView.parse(await data({ command: 'explain', market: A, ...ME }))
    expect(explainLines(explained).join('\n')).toMatch(says)
    let isDone = false
    const asked = data({ command: 'cancel-all', reason: 'enough', ...ME }).finally(() => {
      isDone = true
    })
    const hashes = [...driver.core.beliefs.orders.living()].flatMap((o) => (o.phase === 'signing' ? [] : o.hash))
    expect(hashes).toContain(hash)
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    await new Promise((done) => setTimeout(done, 20))
    expect(isDone).toBe(false)
    massCancel = { ...unverified, left: 0, verifiedMs: 5 }
    const done = views.doneView.parse(await asked)
    expect(doneLines(done).join('\n')).toMatch(/^nothing rests: shown by a list at 1970/m)
  })

  it('what cannot be written down holds the bot back all the same, and never frees it', async () => {
    const failure: Failure = { code: 'journal-failed', message: 'the disk is full' }
    const { data, control, driver } = desk({ failure })
    const halted = views.doneView.parse(await data({ command: 'halt', reason: 'x', ...ME }))
    expect(halted).toMatchObject({ halted: { actor: 'ann' }, unwritten: 'the disk is full' })
    expect(await control.answer({ command: 'resume', reason: 'x', ...ME })).toMatchObject({
      ok: false,
      error: { code: 'journal-failed' },
    })
    expect(driver.core.standing.halted).toBeDefined()
  })

  it('what a restart would forget is said, and no bot is freed by it', async () => {
    const { data, control } = desk({ unkept: { code: 'journal-failed', message: 'the disk is full' } })
    const halted = views.doneView.parse(await data({ command: 'halt', reason: 'x', ...ME }))
    expect(halted.unwritten).toBe('a restart forgets it until it is: the disk is full')
    expect(await control.answer({ command: 'resume', reason: 'x', ...ME })).toMatchObject({
      ok: false,
      error: { code: 'journal-failed', message: 'resume: not done: the disk is full' },
    })
  })

  it('a bot that does not turn is told of', async () => {
    const { control } = desk({ deaf: true })
    expect(await control.answer({ command: 'halt', reason: 'x', ...ME })).toMatchObject({
      ok: false,
      error: { code: 'unreachable' },
    })
  })
})
