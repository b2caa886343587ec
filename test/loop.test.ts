import { describe, expect, it } from 'vitest'
import type { Core } from '../src/core.js'
import type { Command } from '../src/domain/command.js'
import type { CoreEvent } from '../src/domain/core-event.js'
import type { Decision } from '../src/domain/decision.js'
import type { Hex } from '../src/domain/market.js'
import type { Executor } from '../src/execution/executor.js'
import { Loop } from '../src/loop.js'
import { VirtualClock } from './simulation/virtual/virtual-clock.js'

const stop: Command = { kind: 'stop', failure: { code: 'forbidden', message: 'x' } }

function setUp(
  decide: (event: CoreEvent, loop: () => Loop) => Partial<Decision>,
  run: (c: Command) => void = () => undefined,
) {
  const clock = new VirtualClock(500)
  const log: string[] = []
  const settled: Hex[] = []
  const faults: string[] = []
  const step = (event: CoreEvent): Decision => {
    log.push(`> ${event.seq} ${event.kind} ${event.at.monoMs}`)
    const decision = {
      seq: event.seq,
      markets: [],
      commands: [],
      ended: [],
      corrected: [],
      ...decide(event, () => loop),
    }
    log.push(`< ${event.seq}`)
    return decision
  }
  const loop: Loop = new Loop({
    core: { step } as unknown as Core,
    executor: { run, settle: (hash: Hex) => settled.push(hash) } as unknown as Executor,
    clock,
    venueMs: () => 7,
    onFault: (error, event) => faults.push(`${(error as Error).message} ${event.kind}`),
  })
  return { clock, loop, log, settled, faults }
}

it('numbers events from 1 and stamps them with the three clocks', () => {
  const events: CoreEvent[] = []
  const { loop } = setUp((event) => {
    events.push(event)
    return {}
  })
  loop.push({ kind: 'wake' })
  loop.push({ kind: 'account-changed' })
  const at = { monoMs: 1000, wallMs: 1500, venueMs: 7 }
  expect(events).toEqual([
    { kind: 'wake', seq: 1, at },
    { kind: 'account-changed', seq: 2, at },
  ])
})

it('events that arise during a step wait for its end, in order', () => {
  const { loop, log } = setUp((event, self) => {
    if (event.seq === 1) {
      self().push({ kind: 'account-changed' })
      self().push({ kind: 'clock', errorMs: 1 })
    }
    return {}
  })
  loop.push({ kind: 'wake' })
  expect(log).toEqual(['> 1 wake 1000', '< 1', '> 2 account-changed 1000', '< 2', '> 3 clock 1000', '< 3'])
})

it('answers that come while commands run wait for all of them', () => {
  const order: string[] = []
  const { loop } = setUp(
    (event) => {
      order.push(event.kind)
      return event.kind === 'wake' ? { commands: [stop, stop], ended: ['0x1'] } : {}
    },
    () => {
      order.push('run')
      loop.push({ kind: 'account-changed' })
    },
  )
  loop.push({ kind: 'wake' })
  expect(order).toEqual(['wake', 'run', 'run', 'account-changed', 'account-changed'])
})

it('settles the orders that ended', () => {
  const { loop, settled } = setUp(() => ({ ended: ['0x1', '0x2'] }))
  loop.push({ kind: 'wake' })
  expect(settled).toEqual(['0x1', '0x2'])
})

describe('waking', () => {
  const wakesAt = (wishes: readonly (number | undefined)[]) => {
    const made = setUp((event) => {
      const wish = wishes[event.seq - 1]
      return wish === undefined ? {} : { wakeAtMonoMs: wish }
    })
    const wakes = () => made.log.filter((line) => line.includes(' wake ')).map((line) => Number(line.split(' ')[3]))
    return { ...made, wakes }
  }

  it('happens once at the earliest wish', () => {
    const { loop, clock, wakes } = wakesAt([1500, 1200, 1400])
    for (let i = 0; i < 3; i++) loop.push({ kind: 'account-changed' })
    clock.runUntil(5000)
    expect(wakes()).toEqual([1200])
  })

  it('happens again when the step after it wishes so, and never in the past', () => {
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
  expect(log).toEqual(['> 1 wake 1000', '< 1'])
})

it('a fault in one step is reported with its event, the next event is worked on, and the core is woken again', () => {
  const { loop, log, faults, clock } = setUp((event) => {
    if (event.seq === 1) throw new Error('broken')
    return {}
  })
  loop.push({ kind: 'trade' } as never)
  expect(faults).toEqual(['broken trade'])
  loop.push({ kind: 'account-changed' })
  expect(log).toEqual(['> 1 trade 1000', '> 2 account-changed 1000', '< 2'])
  clock.runUntil(2000)
  expect(log.slice(3)).toEqual(['> 3 wake 1250', '< 3'])
})

it('taps see the event before and the decision after', () => {
  const seen: string[] = []
  const clock = new VirtualClock(0)
  const decision: Decision = { seq: 1, markets: [], commands: [], ended: [], corrected: [] }
  const loop = new Loop({
    core: { step: () => decision } as unknown as Core,
    executor: { run: () => undefined, settle: () => undefined } as unknown as Executor,
    clock,
    venueMs: () => 0,
    onFault: () => undefined,
    tap: {
      event: (event) => seen.push(`event ${event.kind}`),
      step: (d, ms) => seen.push(`step ${d.seq} ${ms}`),
    },
  })
  loop.push({ kind: 'wake' })
  expect(seen).toEqual(['event wake', 'step 1 0'])
})
