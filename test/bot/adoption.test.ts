import { describe, expect, it } from 'vitest'
import { Adoption } from '../../src/bot/adoption.js'
import type { ConditionId, Market } from '../../src/domain/market/market.js'
import { NO, YES } from '../../src/domain/market/side.js'
import type { SignedAmounts } from '../../src/domain/orders/signed-draft.js'
import type { CoreEvent, CoreInput } from '../../src/domain/run/core-event.js'
import { FakeMarketData } from '../fake-ports.js'
import { A, B, market } from '../risk/builders.js'
import { TrueOrder } from '../state/true-order.js'

const RESOLVED = { status: 'RESOLVED', winner: YES } as const

function setUp(
  markets: readonly Market[],
  selected: readonly ConditionId[] = [],
  awaited = false,
  recovered: readonly TrueOrder[] = [],
  signed?: SignedAmounts,
) {
  const marketData = new FakeMarketData()
  for (const m of markets) marketData.markets.set(m.conditionId, m)
  const known = new Map<ConditionId, Market>()
  const told: CoreInput[] = []
  const adoption = new Adoption(
    recovered.map(({ hash, draft }) => ({
      ...({ kind: 'signed', hash, draft, marketId: 'm', body: '{}', atWallMs: 0 } as const),
      ...(signed && { signed }),
    })),
    {
      marketData,
      known: (conditionId) => known.get(conditionId),
      isSelected: (conditionId) => selected.includes(conditionId),
      isAwaited: () => awaited,
      emit: (input) => {
        told.push(input)
        if (input.kind === 'market') known.set(input.market.conditionId, input.market)
      },
    },
  )
  let seq = 0
  const taken = (input: CoreInput, monoMs = 0) => {
    seq++
    adoption.taken({ ...input, seq, at: { monoMs, wallMs: monoMs, venueMs: monoMs } } satisfies CoreEvent)
  }
  /** The account shows tokens of each, of YES and NO. */
  const holds = (...held: readonly (readonly [ConditionId, bigint, bigint])[]) => {
    const none = [0n, 0n] as const
    const collateral = { totalRaw: 0n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 0n }
    const holdings = held.map(([conditionId, yes, no]) => ({
      ...{ conditionId, tokensRaw: [yes, no] as const, lockedRaw: none, pendingRaw: none },
    }))
    taken({ kind: 'account', snapshot: { collateral, holdings }, askedSeq: 0 })
  }
  /** The account shows tokens of markets that nobody has read, of the one outcome. */
  const holdsUnread = (...held: readonly (readonly [ConditionId, bigint])[]) => {
    const collateral = { totalRaw: 0n, lockedRaw: 0n, pendingRaw: 0n, availableRaw: 0n }
    const unread = held.map(([conditionId, totalRaw]) => {
      const { tokenId } = market(conditionId).outcomes[YES]
      return { conditionId, tokens: [{ tokenId, totalRaw, lockedRaw: 0n, pendingRaw: 0n }] }
    })
    taken({ kind: 'account', snapshot: { collateral, holdings: [], unread }, askedSeq: 0 })
  }
  /** Turns end until then, half a second apart. */
  const pass = (untilMs: number, fromMs = 0) => {
    for (let ms = fromMs; ms <= untilMs; ms += 500) taken({ kind: 'turn-end' }, ms)
  }
  const kinds = () => told.map(({ kind }) => kind)
  return { adoption, marketData, known, told, kinds, taken, holds, holdsUnread, pass }
}

describe('orders of former runs', () => {
  const orders = [A, B].map((conditionId) => new TrueOrder({ conditionId }))
  const setUpBoth = () => setUp([market(A), market(B)], [], false, orders)

  it('wait for the rest of the list that makes their markets known, which are not asked for one by one', () => {
    const { taken, known, kinds, marketData } = setUpBoth()
    for (const id of [A, B]) {
      known.set(id, market(id))
      taken({ kind: 'market', market: market(id) })
    }
    taken({ kind: 'turn-end' })
    expect(kinds()).toEqual(['recovered', 'recovered'])
    expect(marketData.reads).toEqual([])
  })

  it('have their market asked for once the list is there and does not have it', () => {
    const { taken, known, marketData } = setUpBoth()
    known.set(A, market(A))
    taken({ kind: 'market', market: market(A) })
    taken({ kind: 'turn-end' })
    taken({ kind: 'turn-end' })
    expect(marketData.reads).toEqual([`market ${B}`])
  })
})

describe('an order of a former run in a market whose tick has become another', () => {
  it.each<[ticksPerUnit: number, price: number]>([
    [100, 40],
    [1000, 400],
    [20, 8],
    [50, 20],
    [8, 4],
  ])('1/%s: counts there at its price, or the next worse one', (ticksPerUnit, price) => {
    const order = new TrueOrder({ conditionId: A, price: 40, size: 2000 })
    const signed = { collateralRaw: 8_000_000n, tokensRaw: 20_000_000n }
    const { taken, known, told } = setUp([], [], false, [order], signed)
    const now = market(A, { ticksPerUnit })
    known.set(A, now)
    taken({ kind: 'market', market: now })
    expect(told).toMatchObject([{ kind: 'recovered', orders: [{ hash: order.hash, draft: { price, size: 2000 } }] }])
  })
})

describe('tokens in a market that nobody selected', () => {
  it('make a winner known, to be redeemed, and never quoted', () => {
    const { holds, pass, told, marketData } = setUp([market(A, RESOLVED)])
    holds([A, 5n, 0n])
    pass(60_000)
    expect(told).toEqual([
      { kind: 'market', market: market(A, RESOLVED) },
      { kind: 'market-dropped', conditionId: A },
    ])
    expect(marketData.reads).toEqual([`market ${A}`])
  })

  it('concern nobody where they pay nothing', () => {
    const { holds, pass, told, marketData } = setUp([market(A, RESOLVED)])
    holds([A, 0n, 5n], [B, 0n, 0n])
    pass(120_000)
    expect(told).toEqual([])
    expect(marketData.reads).toEqual([`market ${A}`])
  })

  it('are asked for until their market is over, and no longer', () => {
    const { holds, pass, told, known, marketData } = setUp([market(A)])
    holds([A, 5n, 0n])
    pass(10_000)
    expect(known.get(A)?.status).toBe('OPEN')
    marketData.markets.set(A, market(A, { status: 'RESOLVED', winner: NO }))
    pass(40_000, 10_500)
    expect(told.at(-1)).toEqual({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: NO })
    const reads = marketData.reads.length
    pass(400_000, 40_500)
    expect(marketData.reads).toHaveLength(reads)
  })

  it('have their outcome looked at again every ten minutes while they pay: a venue may correct it', () => {
    const { holds, pass, told, marketData } = setUp([market(A, RESOLVED)])
    holds([A, 5n, 0n])
    pass(599_500)
    expect(marketData.reads).toHaveLength(1)
    marketData.markets.set(A, market(A, { status: 'RESOLVED', winner: NO }))
    pass(610_000, 600_000)
    expect(told.at(-1)).toEqual({ kind: 'market-status', conditionId: A, status: 'RESOLVED', winner: NO })
    expect(marketData.reads).toHaveLength(2)
  })

  it('are not asked for at once where the socket has told that their market is over', () => {
    const { holds, pass, known, taken, marketData } = setUp([market(A)], [])
    holds([A, 5n, 0n])
    pass(1000)
    known.set(A, market(A, RESOLVED))
    taken({ kind: 'market-status', conditionId: A, ...RESOLVED }, 1000)
    pass(600_500, 1500)
    expect(marketData.reads).toHaveLength(1)
    pass(610_000, 601_000)
    expect(marketData.reads).toHaveLength(2)
  })

  it('are of a market that is over, whatever an answer says that is behind the socket', () => {
    const { holds, pass, told, known, marketData } = setUp([market(A)])
    holds([A, 5n, 0n])
    pass(1000)
    const waiting: (() => void)[] = []
    marketData.readMarket = (_id, done) => waiting.push(() => done({ ok: true, value: market(A) }))
    pass(40_000, 1500)
    known.set(A, market(A, RESOLVED))
    for (const answer of waiting) answer()
    expect(told.at(-1)).toEqual({ kind: 'market-status', conditionId: A, ...RESOLVED })
  })

  it('are asked for until the winner is known, where the market is resolved before that', () => {
    const { holds, pass, told, marketData } = setUp([market(A, { status: 'RESOLVED' })])
    holds([A, 5n, 0n])
    pass(40_000)
    expect(told.at(-1)).toEqual({ kind: 'market-status', conditionId: A, status: 'RESOLVED' })
    marketData.markets.set(A, market(A, RESOLVED))
    pass(80_000, 40_500)
    expect(told.at(-1)).toEqual({ kind: 'market-status', conditionId: A, ...RESOLVED })
  })

  it('are asked for one market at a time, the one that has waited longest first', () => {
    const { holds, pass, marketData } = setUp([market(A), market(B)])
    holds([A, 5n, 0n], [B, 0n, 5n])
    pass(200)
    expect(marketData.reads).toEqual([`market ${A}`])
    pass(1500, 250)
    expect(marketData.reads).toEqual([`market ${A}`, `market ${B}`])
    pass(31_000, 2000)
    expect(marketData.reads).toEqual([`market ${A}`, `market ${B}`, `market ${A}`])
  })

  it('are left to the selection where it has the market', () => {
    const { holds, pass, marketData } = setUp([market(A)], [A])
    holds([A, 5n, 0n])
    pass(60_000)
    expect(marketData.reads).toEqual([])
  })

  it('are asked for again after a failure', () => {
    const { holds, pass, kinds, marketData } = setUp([])
    holds([A, 5n, 0n])
    pass(20_000)
    marketData.markets.set(A, market(A, RESOLVED))
    pass(40_000, 20_500)
    expect(kinds()).toEqual(['market', 'market-dropped'])
  })
})

describe('tokens of which nobody knows yet whether they are YES', () => {
  const kept = (...held: readonly (readonly [ConditionId, bigint])[]) =>
    ({
      kind: 'verify',
      held: held.map(([conditionId, yes]) => ({ conditionId, tokensRaw: [yes, 0n] })),
      ...{ orders: [], listAfterMs: 0 },
    }) satisfies CoreInput

  it('make a winner known as those do that are known', () => {
    const { taken, holdsUnread, pass, told } = setUp([market(A, RESOLVED)])
    taken(kept([A, 5n]))
    holdsUnread([A, 5n])
    pass(60_000)
    expect(told).toEqual([
      { kind: 'market', market: market(A, RESOLVED) },
      { kind: 'market-dropped', conditionId: A },
    ])
  })

  it.each([
    ['were worth something: the loss counts', 2.5],
    ['were redeemed for more than they were worth: the gain counts', -2.5],
  ])('make a market known whose tokens pay nothing, where they %s', (_name, worth) => {
    const { taken, holdsUnread, pass, told } = setUp([market(A, { status: 'RESOLVED', winner: NO })])
    const verify = kept([A, 5n])
    taken({ ...verify, held: verify.held.map((held) => ({ ...held, worth })) })
    holdsUnread([A, 5n])
    pass(60_000)
    expect(told.map(({ kind }) => kind)).toEqual(['market', 'market-dropped'])
  })

  it('are asked for once where they pay nothing', () => {
    const { taken, holdsUnread, pass, told, marketData } = setUp([market(A, { status: 'RESOLVED', winner: NO })])
    taken(kept([A, 5n]))
    holdsUnread([A, 5n])
    pass(120_000)
    expect(told).toEqual([])
    expect(marketData.reads).toEqual([`market ${A}`])
  })

  it('come first where former runs do not explain them, and have the account read again', () => {
    const { taken, holdsUnread, pass, kinds, marketData } = setUp([
      market(A, { status: 'RESOLVED', winner: NO }),
      market(B, { status: 'RESOLVED', winner: NO }),
    ])
    taken(kept([A, 5n], [B, 7n]))
    holdsUnread([A, 5n], [B, 8n])
    pass(200)
    expect(marketData.reads).toEqual([`market ${B}`])
    expect(kinds()).toEqual(['account-changed'])
    pass(10_000, 250)
    expect(marketData.reads).toEqual([`market ${B}`, `market ${A}`])
    expect(kinds()).toEqual(['account-changed'])
  })

  it.each([
    [true, 2],
    [false, 1],
  ])('are asked for without a pause while a start waits for them: %s', (awaited, reads) => {
    const worthless = { status: 'RESOLVED', winner: NO } as const
    const { holdsUnread, pass, marketData } = setUp([market(A, worthless), market(B, worthless)], [], awaited)
    holdsUnread([A, 5n], [B, 8n])
    pass(0)
    pass(200, 200)
    expect(marketData.reads).toHaveLength(reads)
  })
})

it('an answer about a market that the selection has taken up meanwhile changes nothing of it', () => {
  const { kinds, known, marketData, pass, taken } = setUp([market(B)], [B], false, [new TrueOrder({ conditionId: B })])
  const answers: (() => void)[] = []
  const readMarket = marketData.readMarket.bind(marketData)
  marketData.readMarket = (id, done) => void answers.push(() => readMarket(id, done))
  taken({ kind: 'market', market: market(A) })
  pass(500)
  expect(answers).toHaveLength(1)
  // quoted by another tick by now
  const now = { ...market(B), ticksPerUnit: 1000 }
  known.set(B, now)
  taken({ kind: 'market', market: now })
  for (const answer of answers) answer()
  expect(kinds()).toEqual(['recovered'])
  expect(known.get(B)).toBe(now)
})
