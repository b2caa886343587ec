import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { Loop } from '../../src/bot/loop.js'
import type { Core } from '../../src/core/core.js'
import { ticks } from '../../src/domain/amounts/price.js'
import { lots } from '../../src/domain/amounts/size.js'
import type { Hex } from '../../src/domain/market/market.js'
import type { Command } from '../../src/domain/run/command.js'
import type { CoreEvent, CoreInput } from '../../src/domain/run/core-event.js'
import type { Decision } from '../../src/domain/run/decision.js'
import type { Executor } from '../../src/execution/effects/executor.js'
import { A } from '../risk/builders.js'

const AT_44 = { outcome: 0, side: 'BUY', price: ticks(44) } as const
const stop: Command = { kind: 'stop', failure: { code: 'forbidden', message: 'x' } }

function setUp(
  decide: (event: CoreEvent, loop: () => Loop, clock: VirtualClock) => Partial<Decision>,
  run: (c: Command) => void = () => undefined,
  { isWired = false } = {},
) {
  const virtual = new VirtualClock(500)
  // a wire on which everything is a millisecond after it was sent
  const clock = isWired ? Object.assign(virtual, { afterSends: (then: () => void) => virtual.after(1, then) }) : virtual
  const log: string[] = []
  const settled: Hex[] = []
  const faults: string[] = []
  const step = (event: CoreEvent): Decision => {
    log.push(`${event.seq} ${event.kind} ${event.at.monoMs}`)
    const nothing = { seq: event.seq, markets: [], commands: [], ended: [], corrected: [], faults: [] }
    return { ...nothing, ...decide(event, () => loop, clock) }
  }
  const loop: Loop = new Loop({
    core: { step } as unknown as Core,
    executor: { run, settle: (hash: Hex) => settled.push(hash) } as unknown as Executor,
    clock,
    venueMs: () => 7,
    onFault: (error, event) => faults.push(`${(error as Error).message} ${event.kind}`),
  })
  /** Everything that is to happen now. */
  const now = () => clock.runUntil(clock.monoMs())
  return { clock, loop, log, settled, faults, now }
}

describe('a turn', () => {
  it('takes what has arrived, numbered from 1 and stamped with the three clocks, and ends', () => {
    const events: CoreEvent[] = []
    const { loop, now } = setUp((event) => {
      events.push(event)
      return {}
    })
    loop.push({ kind: 'wake' })
    loop.push({ kind: 'account-changed' })
    expect(events).toEqual([])
    now()
    const at = { monoMs: 1000, wallMs: 1500, venueMs: 7 }
    expect(events).toEqual([
      { kind: 'wake', seq: 1, at },
      { kind: 'account-changed', seq: 2, at },
      { kind: 'turn-end', seq: 3, at },
    ])
  })

  it.each<[string, CoreInput]>([
    ['a level', { kind: 'level', conditionId: A, change: { ...AT_44, size: lots(700) } }],
    ['a level with its stamp', { kind: 'level', conditionId: A, change: { ...AT_44, size: lots(0) }, venueMs: 9 }],
    ['a value from outside', { kind: 'signal', name: 'x', value: 0.5, atMs: 3 }],
  ])('hands %s on as it was pushed, its fields in their order', (_what, input) => {
    const events: CoreEvent[] = []
    const { loop, now } = setUp((event) => {
      events.push(event)
      return {}
    })
    loop.push(input)
    now()
    const at = { monoMs: 1000, wallMs: 1500, venueMs: 7 }
    expect(JSON.stringify(events[0])).toBe(JSON.stringify({ seq: 1, at, ...input }))
    expect(events[0]).toStrictEqual({ seq: 1, at, ...input })
  })

  it('leaves what arises in it to the next one', () => {
    const { loop, log, now } = setUp((event, self) => {
      if (event.seq === 1) self().push({ kind: 'account-changed' })
      return {}
    })
    loop.push({ kind: 'wake' })
    now()
    expect(log.map((line) => line.split(' ')[1])).toEqual(['wake', 'turn-end', 'account-changed', 'turn-end'])
  })

  it('gives way to timers that are due, whatever its commands answer at once', () => {
    const order: string[] = []
    const made = setUp(
      (event, _loop, clock) => {
        order.push(event.kind)
        // each answer asks again: a strategy that is too slow for its own fee
        if (event.kind !== 'turn-end') clock.runUntil(clock.monoMs() + 20)
        return event.kind === 'turn-end' && order.length < 50 ? { commands: [stop] } : {}
      },
      () => made.loop.push({ kind: 'account-changed' }),
    )
    made.clock.after(100, () => {
      order.push('SIGTERM')
      made.loop.close()
    })
    made.loop.push({ kind: 'wake' })
    made.clock.runUntil(5000)
    expect(order).toContain('SIGTERM')
    expect(order.at(-1)).toBe('SIGTERM')
  })

  it('ends after a bounded number of events, the rest in order in the next ones', () => {
    const seen: number[] = []
    let ends = 0
    const { loop, now } = setUp((event) => {
      if (event.kind === 'turn-end') ends++
      else if (event.kind === 'clock') seen.push(event.errorMs)
      return {}
    })
    for (let i = 0; i < 2500; i++) loop.push({ kind: 'clock', errorMs: i })
    now()
    expect(ends).toBe(3)
    expect(seen).toEqual(Array.from({ length: 2500 }, (_, i) => i))
  })

  it("takes a person's orders before a backlog, in their own order and not before what a restart remembers", () => {
    const kinds: string[] = []
    const { loop, clock } = setUp((event, _loop, time) => {
      kinds.push(event.kind === 'operator' ? event.action : event.kind)
      // a strategy that computes at the end of each turn
      if (event.kind === 'turn-end' && kinds.length < 1010) time.runUntil(time.monoMs() + 400)
      return {}
    })
    for (let i = 0; i < 1500; i++) loop.push({ kind: 'wake' })
    clock.after(100, () => {
      const pnl = { day: 1, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
      loop.push({ kind: 'restored', standing: { pauses: [], pnl } })
      const by = { actor: 'ann', reason: 'lunch' }
      for (const action of ['halt', 'resume'] as const) loop.push({ kind: 'operator', action, ...by })
    })
    clock.runUntil(5000)
    const second = kinds.indexOf('turn-end') + 1
    expect(second).toBe(1001)
    expect(kinds.slice(second, second + 4)).toEqual(['restored', 'halt', 'resume', 'wake'])
  })

  it('ends after a bounded time, but not before it has worked on something', () => {
    const kinds: string[] = []
    const { loop, clock } = setUp((event, _loop, time) => {
      kinds.push(event.kind)
      if (event.kind !== 'turn-end') time.runUntil(time.monoMs() + 20)
      return {}
    })
    loop.push({ kind: 'wake' })
    loop.push({ kind: 'account-changed' })
    clock.runUntil(2000)
    expect(kinds).toEqual(['wake', 'turn-end', 'account-changed', 'turn-end'])
  })
})

it('answers that come while commands run wait for all of them', () => {
  const order: string[] = []
  const { loop, now } = setUp(
    (event) => {
      order.push(event.kind)
      return event.kind === 'wake' ? { commands: [stop, stop] } : {}
    },
    () => {
      order.push('run')
      loop.push({ kind: 'account-changed' })
    },
  )
  loop.push({ kind: 'wake' })
  now()
  expect(order.slice(0, 6)).toEqual(['wake', 'run', 'run', 'turn-end', 'account-changed', 'account-changed'])
})

it('settles the orders that ended', () => {
  const { loop, settled, now } = setUp((event) => (event.kind === 'wake' ? { ended: ['0x1', '0x2'] } : {}))
  loop.push({ kind: 'wake' })
  now()
  expect(settled).toEqual(['0x1', '0x2'])
})

describe('where there is a wire', () => {
  const cancel = (hash: Hex): Command => ({ kind: 'cancel', hashes: [hash], permits: [] })
  const commands = [cancel('0x1'), stop, stop, cancel('0x2'), stop]

  function sending(run: (command: Command, loop: () => Loop) => void = () => undefined) {
    const order: string[] = []
    const made = setUp(
      (event) => {
        order.push(`${event.at.monoMs} ${event.kind}`)
        return event.kind === 'turn-end' && order.length === 2 ? { commands } : {}
      },
      (command) => {
        order.push(`${made.clock.monoMs()} ${command.kind}`)
        run(command, () => made.loop)
      },
      { isWired: true },
    )
    made.loop.push({ kind: 'wake' })
    made.now()
    return { ...made, order }
  }

  it('a cancel is on it before what comes after it begins, and the next turn comes after both', () => {
    const { loop, clock, order } = sending()
    expect(order).toEqual(['1000 wake', '1000 turn-end', '1000 cancel'])
    loop.push({ kind: 'account-changed' })
    clock.runUntil(5000)
    expect(order.slice(3)).toEqual([
      ...['1001 stop', '1001 stop', '1001 cancel', '1002 stop'],
      ...['1002 account-changed', '1002 turn-end'],
    ])
  })

  it('a fault in what comes after it is told with its turn, the next event is worked on', () => {
    const { loop, clock, order, faults } = sending(({ kind }) => {
      if (kind === 'stop') throw new Error('broken')
    })
    loop.push({ kind: 'account-changed' })
    clock.runUntil(1100)
    expect(faults).toEqual(['broken turn-end'])
    expect(order.slice(3)).toEqual(['1001 stop', '1001 account-changed', '1001 turn-end'])
  })

  it('nothing comes after it once the loop is closed', () => {
    const before = sending()
    before.loop.close()
    before.clock.runUntil(5000)
    expect(before.order).toHaveLength(3)
    const within = sending(({ kind }, loop) => {
      if (kind === 'cancel') loop().close()
    })
    within.clock.runUntil(5000)
    expect(within.order).toHaveLength(3)
  })

  it('what a cancel answers at once waits for the rest of its turn', () => {
    const { clock, order } = sending(({ kind }, loop) => {
      if (kind === 'cancel') loop().push({ kind: 'account-changed' })
    })
    clock.runUntil(5000)
    expect(order.slice(3, 7)).toEqual(['1001 stop', '1001 stop', '1001 cancel', '1002 stop'])
  })
})

describe('waking', () => {
  const wakesAt = (wishes: readonly (number | undefined)[]) => {
    let turn = 0
    const made = setUp((event) => {
      const wish = event.kind === 'turn-end' ? wishes[turn++] : undefined
      return wish === undefined ? {} : { wakeAtMonoMs: wish }
    })
    const wakes = () => made.log.filter((line) => line.includes(' wake ')).map((line) => Number(line.split(' ')[2]))
    return { ...made, wakes }
  }

  it('happens once at the earliest wish', () => {
    const { loop, clock, wakes, now } = wakesAt([1500, 1200, 1400])
    for (let i = 0; i < 3; i++) {
      loop.push({ kind: 'account-changed' })
      now()
    }
    clock.runUntil(5000)
    expect(wakes()).toEqual([1200])
  })

  it('happens again when the turn after it wishes so, and never in the past', () => {
    const { loop, clock, wakes } = wakesAt([1100, 900, 1300])
    loop.push({ kind: 'account-changed' })
    clock.runUntil(5000)
    expect(wakes()).toEqual([1100, 1101, 1300])
  })

  it('does not happen without a wish, nor after the close', () => {
    const never = wakesAt([undefined])
    never.loop.push({ kind: 'account-changed' })
    never.clock.runUntil(1e6)
    expect(never.wakes()).toEqual([])
    const closed = wakesAt([1100])
    closed.loop.push({ kind: 'account-changed' })
    closed.now()
    closed.loop.close()
    closed.clock.runUntil(1e6)
    expect(closed.wakes()).toEqual([])
  })
})

it('after the close nothing is worked on, not even what was waiting', () => {
  const { loop, log, clock } = setUp((event, self) => {
    if (event.seq === 1) {
      self().push({ kind: 'account-changed' })
      self().close()
    }
    return { wakeAtMonoMs: 1100 }
  })
  loop.push({ kind: 'wake' })
  loop.push({ kind: 'wake' })
  clock.runUntil(1e6)
  expect(log).toEqual(['1 wake 1000'])
})

it('a fault in one step is reported with its event, the next event is worked on, and the core is woken again', () => {
  const { loop, log, faults, clock } = setUp((event) => {
    if (event.seq === 1) throw new Error('broken')
    return {}
  })
  loop.push({ kind: 'account-changed' })
  loop.push({ kind: 'clock', errorMs: 1 })
  clock.runUntil(2000)
  expect(faults).toEqual(['broken account-changed'])
  expect(log).toEqual(['1 account-changed 1000', '2 clock 1000', '3 turn-end 1000', '4 wake 1250', '5 turn-end 1250'])
})

it('taps see the event before and the decision after', () => {
  const seen: string[] = []
  const clock = new VirtualClock(0)
  const decision: Decision = { seq: 1, markets: [], commands: [], ended: [], corrected: [], faults: [] }
  const loop = new Loop({
    core: { step: () => decision } as unknown as Core,
    executor: { run: () => undefined, settle: () => undefined } as unknown as Executor,
    clock,
    venueMs: () => 0,
    onFault: () => undefined,
    onTaken: (event) => seen.push(`taken ${event.kind}`),
    tap: {
      event: (event) => seen.push(`event ${event.kind}`),
      step: (d, ms) => seen.push(`step ${d.seq} ${ms}`),
    },
  })
  loop.push({ kind: 'wake' })
  clock.runUntil(clock.monoMs())
  expect(seen.slice(0, 3)).toEqual(['event wake', 'step 1 0', 'taken wake'])
})
