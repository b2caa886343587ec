import { describe, expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import { ChainDesk } from '../../src/chain/chain-desk.js'
import { costRefusal } from '../../src/chain/policy.js'
import type { ChainEvent } from '../../src/domain/account/chain-transaction.js'
import type { Failure } from '../../src/domain/error.js'
import { A, raw } from '../risk/builders.js'
import { KeptInMemory, MERGE, news, PlayedChain } from './played-chain.js'

function begun(keeper = new KeptInMemory(), chain = new PlayedChain()) {
  const clock = new VirtualClock(1_790_000_000_000)
  const events: ChainEvent[] = []
  const desk = new ChainDesk({ chain, keeper, clock })
  desk.start((event) => events.push(event))
  const pass = (ms: number) => clock.runUntil(clock.monoMs() + ms)
  return { clock, chain, keeper, desk, events, pass, ends: () => events.filter(({ kind }) => kind === 'chain-ended') }
}

const LOST = { code: 'unreachable', message: 'no answer', mayHaveHappened: true } as const

describe('a transaction', () => {
  it('is written down before it is sent, and ends when it is deep enough', () => {
    const { chain, keeper, desk, events, pass, ends } = begun()
    const send = chain.send.bind(chain)
    chain.send = (signed, done) => {
      expect(keeper.kept.pending?.signed).toEqual([signed])
      send(signed, done)
    }
    desk.carryOut(MERGE)
    const transaction = { act: MERGE, nonce: 0, hash: '0x01', replaced: 0 }
    expect(news(events)).toEqual([{ kind: 'chain-pending', transaction }])
    chain.mine('0x01', 2)
    pass(500)
    expect(ends()).toEqual([])
    chain.mine('0x01', 3)
    pass(100)
    expect(ends()).toEqual([{ kind: 'chain-ended', act: MERGE, outcome: 'confirmed', hash: '0x01', cost: 0.5 }])
    expect(keeper.kept).toMatchObject({ nextNonce: 1, done: [{ act: MERGE, hash: '0x01' }] })
    expect(keeper.kept.pending).toBeUndefined()
    expect(chain.sent).toHaveLength(1)
  })

  it('is not signed where gas has become too dear since it was decided on', () => {
    const { keeper, chain, clock } = begun()
    const events: ChainEvent[] = []
    const terms = { maxCostShare: 0.2, unitRaw: raw(1) }
    const desk = new ChainDesk({
      chain,
      keeper,
      clock,
      costRefusal: (act, reading) => costRefusal(act, reading, terms),
    })
    desk.start((event) => events.push(event))
    // five units for one is a fifth, and is worth it
    desk.carryOut({ kind: 'merge', conditionId: A, setsRaw: raw(4) })
    expect(events.at(-1)).toMatchObject({
      outcome: 'unsent',
      failure: { message: expect.stringMatching(/^chain.maxCostShare: at most 0.2 /) },
    })
    expect(chain.signed).toEqual([])
    desk.carryOut(MERGE)
    expect(chain.signed).toHaveLength(1)
  })

  it('that is reverted says so, and has used up its nonce', () => {
    const { chain, keeper, desk, pass, ends } = begun()
    desk.carryOut(MERGE)
    chain.mine('0x01', 3, true)
    pass(100)
    expect(ends()).toMatchObject([{ outcome: 'reverted', cost: 0.5, failure: { message: 'it was reverted' } }])
    expect(keeper.kept).toEqual({ nextNonce: 1 })
  })

  it('waits again when a reorganisation takes it back, and is sent again when nobody has it', () => {
    const { chain, desk, pass, ends } = begun()
    desk.carryOut(MERGE)
    chain.mine('0x01', 2)
    pass(100)
    chain.sightings.delete('0x01')
    chain.nonce = 0
    pass(100)
    expect(chain.sent.map(({ hash }) => hash)).toEqual(['0x01', '0x01'])
    chain.mine('0x01', 3)
    pass(200)
    expect(ends()).toMatchObject([{ outcome: 'confirmed' }])
  })

  it('that is stuck is replaced with the same nonce, and whichever is mined counts', () => {
    for (const mined of ['0x01', '0x02'] as const) {
      const { chain, keeper, desk, pass, ends } = begun()
      desk.carryOut(MERGE)
      pass(1100)
      expect(chain.signed).toEqual([
        { nonce: 0, replaces: undefined },
        { nonce: 0, replaces: '0x01' },
      ])
      expect(keeper.kept.pending?.signed.map(({ hash }) => hash)).toEqual(['0x01', '0x02'])
      chain.mine(mined, 3)
      pass(100)
      expect(ends()).toMatchObject([{ outcome: 'confirmed', hash: mined }])
      expect(keeper.kept).toMatchObject({ nextNonce: 1, done: [{ hash: mined }] })
      expect(keeper.kept.pending).toBeUndefined()
    }
  })

  it('that is stuck is replaced although the clock was set back by an hour meanwhile', () => {
    const [clock, chain] = [new VirtualClock(1_790_000_000_000), new PlayedChain()]
    let backMs = 0
    const set = {
      monoMs: () => clock.monoMs(),
      wallMs: () => clock.wallMs() - backMs,
      after: (delayMs: number, run: () => void) => clock.after(delayMs, run),
    }
    const desk = new ChainDesk({ chain, keeper: new KeptInMemory(), clock: set })
    desk.start(() => undefined)
    desk.carryOut(MERGE)
    backMs = 3_600_000
    clock.runUntil(clock.monoMs() + 1100)
    expect(chain.signed.map(({ replaces }) => replaces)).toContain('0x01')
  })

  it('that may not pay more goes on waiting, and says why', () => {
    const { chain, desk, events, pass } = begun()
    desk.carryOut(MERGE)
    chain.fails.sign = { code: 'signer-refused', message: 'above the cap' }
    pass(3000)
    expect(news(events).slice(1)).toMatchObject([
      { kind: 'chain-pending', transaction: { trouble: 'not replaced: signer-refused: above the cap' } },
    ])
    expect(chain.sent).toHaveLength(1)
  })

  it('that has become dearer than what it brings is not replaced, says so, and is once it is worth it again', () => {
    const { chain, keeper, clock, pass } = begun()
    const events: ChainEvent[] = []
    let dear: Failure | undefined
    const desk = new ChainDesk({ chain, keeper, clock, costRefusal: () => dear })
    desk.start((event) => events.push(event))
    desk.carryOut(MERGE)
    dear = { code: 'signer-refused', message: 'chain.maxCostShare: at most 0.01' }
    pass(3000)
    expect(news(events).slice(1)).toMatchObject([
      { transaction: { replaced: 0, trouble: 'not replaced: signer-refused: chain.maxCostShare: at most 0.01' } },
    ])
    expect(chain.signed).toHaveLength(1)
    dear = undefined
    pass(200)
    expect(chain.sent.map(({ hash }) => hash)).toEqual(['0x01', '0x02'])
  })

  it('that was to replace another and was not taken is sent again and says why, and no dearer one is signed', () => {
    const { chain, desk, events, pass, ends } = begun()
    desk.carryOut(MERGE)
    chain.fails.send = { code: 'venue-failed', message: 'insufficient funds' }
    pass(10_000)
    expect(chain.signed).toHaveLength(2)
    expect(news(events).at(-1)).toMatchObject({
      transaction: { hash: '0x02', replaced: 1, trouble: 'venue-failed: insufficient funds' },
    })
    chain.fails = {}
    pass(100)
    expect(chain.sightings.has('0x02')).toBe(true)
    chain.mine('0x02', 3)
    pass(200)
    expect(ends()).toMatchObject([{ outcome: 'confirmed', hash: '0x02' }])
  })

  it('whose nonce another has is overtaken, once several looks say so', () => {
    const { chain, keeper, desk, pass, ends } = begun()
    desk.carryOut(MERGE)
    chain.sightings.clear()
    chain.fails.send = LOST
    chain.nonce = 1
    pass(300)
    expect(ends()).toEqual([])
    pass(600)
    expect(ends()).toMatchObject([{ outcome: 'overtaken' }])
    expect(keeper.kept).toEqual({ nextNonce: 1 })
  })

  it('whose answer is lost is looked up, not signed anew', () => {
    const { chain, desk, pass, ends } = begun()
    chain.fails.send = LOST
    desk.carryOut(MERGE)
    pass(300)
    expect(chain.signed).toHaveLength(1)
    chain.mine('0x01', 3)
    pass(200)
    expect(ends()).toMatchObject([{ outcome: 'confirmed' }])
  })
})

describe('nothing is sent', () => {
  it('where it cannot be read, signed or written down, and the nonce stays free', () => {
    const failure = { code: 'venue-failed', message: 'no' } as const
    for (const what of ['read', 'sign', 'keep'] as const) {
      const { chain, keeper, desk, ends } = begun()
      if (what === 'keep') keeper.failure = failure
      else chain.fails[what] = failure
      desk.carryOut(MERGE)
      expect(ends()).toMatchObject([{ outcome: 'unsent', failure }])
      expect([chain.sent.length, keeper.kept.pending]).toEqual([0, undefined])
    }
  })

  it('after the only node refused it', () => {
    const { chain, keeper, desk, ends } = begun()
    chain.fails.send = { code: 'bad-request', message: 'too cheap' }
    desk.carryOut(MERGE)
    expect(ends()).toMatchObject([{ outcome: 'unsent', failure: { message: 'too cheap' } }])
    expect(keeper.kept).toEqual({ nextNonce: 0 })
  })

  it('while another is under way', () => {
    const { chain, desk, ends } = begun()
    desk.carryOut(MERGE)
    desk.carryOut(MERGE)
    expect(ends()).toMatchObject([{ outcome: 'unsent', failure: { code: 'conflict' } }])
    expect(chain.sent).toHaveLength(1)
  })

  it('by a node that lags behind what was sent, until it has for long', () => {
    const { chain, desk, pass, ends } = begun(new KeptInMemory({ nextNonce: 4 }))
    chain.nonce = 3
    desk.carryOut(MERGE)
    expect(ends()).toMatchObject([
      { failure: { message: 'the node lags: it counts 3 transactions of the wallet, 4 were sent' } },
    ])
    pass(1000)
    desk.carryOut(MERGE)
    expect(chain.signed).toEqual([{ nonce: 3, replaces: undefined }])
  })

  it('any more, and nothing told, after a stop', () => {
    const { chain, keeper, desk, events, pass } = begun()
    desk.carryOut(MERGE)
    const told = events.length
    desk.stop()
    chain.mine('0x01', 3)
    pass(20_000)
    desk.carryOut(MERGE)
    expect([events.length, chain.sent.length]).toEqual([told, 1])
    expect(keeper.kept.pending?.signed).toHaveLength(1)
  })
})

describe('after a kill', () => {
  it('what was written down is looked at, never signed again under another nonce', () => {
    const before = begun()
    before.desk.carryOut(MERGE)
    const after = begun(new KeptInMemory(before.keeper.kept), before.chain)
    expect(news(after.events)).toMatchObject([{ kind: 'chain-pending', transaction: { act: MERGE, hash: '0x01' } }])
    before.chain.mine('0x01', 3)
    after.pass(100)
    expect(after.ends()).toMatchObject([{ outcome: 'confirmed' }])
    expect(before.chain.signed).toHaveLength(1)
  })

  it('one that never left is sent now', () => {
    const before = begun()
    before.chain.fails.send = LOST
    before.desk.carryOut(MERGE)
    before.desk.stop()
    const after = begun(new KeptInMemory(before.keeper.kept), new PlayedChain())
    expect(after.chain.sent.map(({ hash }) => hash)).toEqual(['0x01'])
    expect(after.chain.signed).toEqual([])
  })
})

it('tells of the wallet at once and again, and of a chain that cannot be read', () => {
  const { chain, events, pass } = begun()
  expect(events).toMatchObject([{ kind: 'chain-read', reading: { gas: 2 } }])
  expect(events[0]).not.toHaveProperty('reading.nonce')
  chain.fails.read = { code: 'unreachable', message: 'away' }
  pass(10_000)
  expect(events[1]).toEqual({ kind: 'chain-read-failed', failure: chain.fails.read })
})

it('asks for a reading that failed again soon, later each time, and soon again after one that did not', () => {
  const chain = new PlayedChain()
  const askedMs: number[] = []
  const read = chain.read.bind(chain)
  chain.fails.read = { code: 'unreachable', message: 'no answer within 3000 ms' }
  const clock = new VirtualClock(1_790_000_000_000)
  const beganMs = clock.monoMs()
  chain.read = (done) => {
    askedMs.push(clock.monoMs() - beganMs)
    read(done)
  }
  new ChainDesk({ chain, keeper: new KeptInMemory(), clock }).start(() => undefined)
  const until = (ms: number) => clock.runUntil(beganMs + ms)
  until(35_000)
  expect(askedMs).toEqual([0, 100, 300, 700, 1500, 3100, 6300, 12_700, 22_700, 32_700])
  chain.fails = {}
  until(52_700)
  chain.fails.read = { code: 'unreachable', message: 'away again' }
  until(63_100)
  expect(askedMs.slice(10)).toEqual([42_700, 52_700, 62_700, 62_800, 63_000])
})

it('tells of the wallet anew after each transaction, and never what a reading from before its end, or a node that lags, says', () => {
  const { chain, desk, events, pass } = begun()
  const readings = () => events.filter(({ kind }) => kind.startsWith('chain-read')).map(({ kind }) => kind)
  const late: (() => void)[] = []
  const read = chain.read.bind(chain)
  // the one of the clock is on its way when the transaction ends
  pass(9_900)
  desk.carryOut(MERGE)
  chain.read = (done) => void late.push(() => read(done))
  pass(200)
  chain.mine('0x01', 3)
  pass(100)
  expect(late).toHaveLength(2)
  const before = readings().length
  chain.nonce = 0
  for (const answer of late) answer()
  expect(readings().slice(before)).toEqual(['chain-read-failed'])
  expect(events.at(-1)).toMatchObject({ failure: { message: expect.stringContaining('the node lags') } })
  chain.read = read
  chain.nonce = 1
  pass(10_000)
  expect(readings().slice(before)).toEqual(['chain-read-failed', 'chain-read'])
})
