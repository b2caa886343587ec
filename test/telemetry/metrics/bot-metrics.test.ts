import { describe, expect, it } from 'vitest'
import type { ConditionId, Hex, Market } from '../../../src/domain/market/market.js'
import type { Fill } from '../../../src/domain/orders/fill.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { BotMetrics } from '../../../src/telemetry/metrics/bot-metrics.js'
import { TrueOrder } from '../../state/true-order.js'
import { SAMPLE, SAMPLE_MARKET } from '../sample-snapshot.js'

const conditionId = SAMPLE_MARKET.conditionId
const market = { conditionId, unitRaw: 1_000_000n } as Market
const fill = { tradeId: 't1', hash: '0x01' as Hex, conditionId, side: 'BUY', sizeRaw: 2_500_000n } as Fill
const failure = { code: 'insufficient-balance', message: '' } as const

function metrics(): BotMetrics {
  return new BotMetrics({ version: '1.2.3', strategy: 's', mode: 'paper' }, { processMetrics: false })
}

async function value(of: BotMetrics, line: string): Promise<string | undefined> {
  const text = await of.text()
  return text
    .split('\n')
    .find((candidate) => candidate.startsWith(`${line} `))
    ?.slice(line.length + 1)
}

async function afterEvents(events: readonly CoreInput[], line: string): Promise<string | undefined> {
  const of = metrics()
  for (const event of events) of.onEvent(event)
  return value(of, line)
}

describe('transactions', () => {
  const merge = { kind: 'merge', conditionId, setsRaw: 2_500_000n } as const

  it('move what they brought and cost, and those that came to nothing only their count', async () => {
    const of = metrics()
    of.onEvent({ kind: 'market', market })
    for (const outcome of ['confirmed', 'confirmed', 'reverted'] as const)
      of.onEvent({ kind: 'chain-ended', act: merge, outcome, cost: 0.5 })
    of.onEvent({ kind: 'chain-read-failed', failure })
    expect(await value(of, 'quoin_chain_transactions_total{act="merge",outcome="reverted"}')).toBe('1')
    expect(await value(of, 'quoin_chain_returned_units_total{act="merge"}')).toBe('5')
    expect(await value(of, 'quoin_chain_cost_units_total')).toBe('1.5')
    expect(await value(of, 'quoin_reads_failed_total{read="chain",reason="insufficient-balance"}')).toBe('1')
  })

  it('of a market that was let go are counted, as long as it is not long ago', async () => {
    const of = metrics()
    const id = (n: number) => `0x${n}` as ConditionId
    for (let n = 0; n <= 1000; n++) {
      of.onEvent({ kind: 'market', market: { ...market, conditionId: id(n) } })
      of.onEvent({ kind: 'market-dropped', conditionId: id(n) })
    }
    for (const n of [0, 1])
      of.onEvent({ kind: 'chain-ended', act: { ...merge, conditionId: id(n) }, outcome: 'confirmed', cost: 0 })
    expect(await value(of, 'quoin_chain_returned_units_total{act="merge"}')).toBe('2.5')
  })

  it('show while they are pending', async () => {
    const of = metrics()
    const pending = { act: 'merge', nonce: 3, hash: '0x01', replaced: 2 } as const
    const known = { merged: 0, redeemed: 0, cost: 0, gas: 0.25, allowances: [{ spender: '0x09', amount: 12 }] }
    of.onSnapshot({ ...SAMPLE, capital: { ...known, pending } })
    const shown = () => Promise.all(['pending', 'replaced', 'gas'].map((name) => value(of, `quoin_chain_${name}`)))
    expect(await shown()).toEqual(['1', '2', '0.25'])
    expect(await value(of, 'quoin_chain_allowance_units{spender="0x09"}')).toBe('12')
    of.onSnapshot({ ...SAMPLE, capital: known })
    expect(await shown()).toEqual(['0', '0', '0.25'])
  })
})

describe('events move', () => {
  it.each<[string, CoreInput[], string]>([
    ['quoin_events_total{kind="wake"}', [{ kind: 'wake' }, { kind: 'wake' }], '2'],
    ['quoin_orders_placed_total', [{ kind: 'submitted', intentId: 1, hash: '0x1', status: 'open' }], '1'],
    ['quoin_orders_placed_total', [{ kind: 'submitted', intentId: 1, hash: '0x1', status: 'cancelled_local' }], '0'],
    [
      'quoin_orders_refused_total{reason="killed"}',
      [{ kind: 'submitted', intentId: 1, hash: '0x1', status: 'cancelled_local' }],
      '1',
    ],
    [
      'quoin_orders_refused_total{reason="insufficient-balance"}',
      [{ kind: 'submit-failed', intentId: 1, failure }],
      '1',
    ],
    [
      'quoin_orders_unknown_total',
      [{ kind: 'submit-failed', intentId: 1, failure: { ...failure, mayHaveHappened: true } }],
      '1',
    ],
    [
      'quoin_orders_placed_total',
      [
        { kind: 'signed', intentId: 1, hash: '0x1' },
        { kind: 'submit-failed', intentId: 1, failure: { ...failure, mayHaveHappened: true } },
        { kind: 'looked-up', hash: '0x1', record: { ...new TrueOrder({ price: 40 }).record(), hash: '0x1' } },
      ],
      '1',
    ],
    ['quoin_orders_cancelled_total', [{ kind: 'cancel-answered', cancelled: ['0x1', '0x2'], failed: [] }], '2'],
    [
      'quoin_reads_failed_total{read="fee",reason="insufficient-balance"}',
      [{ kind: 'read-failed', read: 'fee', failure }],
      '1',
    ],
    [
      'quoin_shares_filled_total{market="0xc0",side="buy"}',
      [
        { kind: 'market', market },
        { kind: 'fills-listed', fills: [fill], askedSeq: 0 },
      ],
      '2.5',
    ],
  ])('%s', async (line, events, expected) => {
    expect(await afterEvents(events, line)).toBe(expected)
  })

  it('counts no fill of before the start, which a restart lists again', async () => {
    const of = metrics()
    const at = { monoMs: 0, wallMs: 0, venueMs: 1500 }
    const fills = [1400, 1600].map((venueMs) => ({ ...fill, tradeId: `t${venueMs}`, venueMs }))
    of.onEvent({ kind: 'market', market })
    of.onEvent({ kind: 'fills-listed', fills, askedSeq: 0, seq: 1, at })
    expect(await value(of, 'quoin_shares_filled_total{market="0xc0",side="buy"}')).toBe('2.5')
  })

  it('counts a fill once, however often it is listed', async () => {
    const listed: CoreInput = { kind: 'fills-listed', fills: [fill, { ...fill, tradeId: 't2' }], askedSeq: 0 }
    const events: CoreInput[] = [{ kind: 'market', market }, listed, listed]
    expect(await afterEvents(events, 'quoin_shares_filled_total{market="0xc0",side="buy"}')).toBe('5')
  })
})

it('what is alerted on begins with 0, so that its first count is an increase', async () => {
  const of = metrics()
  of.onSnapshot(SAMPLE)
  const text = await of.text()
  for (const series of [
    'quoin_http_requests_total{class="write",status="429"}',
    'quoin_alerts_total{result="dropped"}',
    'quoin_holdings_corrected_total{market="0xc0"}',
    'quoin_market_faults_total{market="0xc0",kind="program"}',
  ])
    expect(text).toContain(`${series} 0\n`)
})

describe('steps and requests move', () => {
  it('the step time, the commands and the refusals', async () => {
    const of = metrics()
    const quote = { conditionId, outcome: 0, side: 'BUY', price: 50, size: 1, edge: 0 } as const
    of.onStep(
      {
        seq: 1,
        markets: [{ conditionId, approved: [], refused: [{ quote, reason: 'feed-stale', detail: '' }], waiting: [] }],
        commands: [{ kind: 'read-fee', permits: [], conditionId }],
        ended: [],
        faults: [],
        corrected: [{ conditionId, differenceRaw: [5n, 0n] }],
      },
      2,
    )
    expect(await value(of, 'quoin_step_duration_seconds_count')).toBe('1')
    expect(await value(of, 'quoin_step_duration_seconds_sum')).toBe('0.002')
    expect(await value(of, 'quoin_commands_total{kind="read-fee"}')).toBe('1')
    expect(await value(of, 'quoin_holdings_corrected_total{market="0xc0"}')).toBe('1')
    expect(await value(of, 'quoin_quotes_refused_total{market="0xc0",reason="feed-stale"}')).toBe('1')
  })

  it('the requests and their duration', async () => {
    const of = metrics()
    of.onRequest({ routeClass: 'read', route: 'fee', status: '429', durationMs: 50 })
    expect(await value(of, 'quoin_http_requests_total{class="read",status="429"}')).toBe('1')
    expect(await value(of, 'quoin_http_request_duration_seconds_sum{class="read",route="fee"}')).toBe('0.05')
  })
})

describe('the line to the venue moves', () => {
  const timed = (event: object, monoMs: number, venueMs: number) =>
    ({ ...event, at: { monoMs, wallMs: venueMs, venueMs } }) as unknown as CoreInput
  const level = { kind: 'level', conditionId, change: {} }

  it('the lag of what it stamps, none of what it does not, and never less than nothing', async () => {
    const of = metrics()
    of.onEvent(timed({ ...level, venueMs: 1000 }, 0, 1250))
    of.onEvent(timed({ ...level, venueMs: 1000 }, 0, 990))
    of.onEvent(timed(level, 0, 5000))
    of.onEvent(timed({ kind: 'trade', conditionId, trade: { venueMs: 2000 } }, 0, 2500))
    expect(await value(of, 'quoin_feed_lag_seconds_count')).toBe('3')
    expect(await value(of, 'quoin_feed_lag_seconds_sum')).toBe('0.75')
    expect(await value(of, 'quoin_feed_lag_seconds_bucket{le="0.001"}')).toBe('1')
  })

  it('the lag less what the clock of the venue is ahead by', async () => {
    const of = metrics()
    of.onClockAhead(25)
    of.onEvent(timed({ ...level, venueMs: 1000 }, 0, 1035))
    of.onEvent(timed({ ...level, venueMs: 1000 }, 0, 1020))
    expect(await value(of, 'quoin_feed_lag_seconds_sum')).toBe('0.01')
  })

  it('the reconnects: each time that it is there again, the first is none', async () => {
    const of = metrics()
    of.onLink('up')
    expect(await value(of, 'quoin_reconnects_total')).toBe('0')
    for (const state of ['down', 'up', 'down'] as const) of.onLink(state)
    expect(await value(of, 'quoin_reconnects_total')).toBe('1')
  })

  it('the age of the sign-in, from the last one or its renewal; none on paper', async () => {
    const signedIn = { kind: 'session', signedIn: true, detail: '' } as const
    for (const [mode, expected] of [
      ['live', '4'],
      ['paper', undefined],
    ] as const) {
      const of = new BotMetrics({ version: '1', strategy: 's', mode }, { processMetrics: false })
      of.onSnapshot({ ...SAMPLE, monoMs: 1000 })
      expect(await value(of, 'quoin_sign_in_age_seconds')).toBeUndefined()
      of.onEvent(timed(signedIn, 2000, 0))
      of.onEvent(timed(signedIn, 3000, 0))
      of.onEvent(timed({ ...signedIn, signedIn: false }, 4000, 0))
      of.onSnapshot({ ...SAMPLE, monoMs: 7000 })
      expect(await value(of, 'quoin_sign_in_age_seconds')).toBe(expected)
    }
  })

  it('what is left for gas, where a chain is read', async () => {
    const of = metrics()
    of.onSnapshot(SAMPLE)
    expect(await value(of, 'quoin_chain_gas')).toBeUndefined()
    of.onSnapshot({ ...SAMPLE, capital: { merged: 0, redeemed: 0, cost: 0, gas: 0, allowances: [] } })
    expect(await value(of, 'quoin_chain_gas')).toBe('0')
  })

  it('the size of the journal, as it is at each look', async () => {
    const of = metrics()
    expect(await value(of, 'quoin_journal_bytes')).toBeUndefined()
    let bytes = 10
    of.onJournal(async () => bytes)
    bytes = 20
    expect(await value(of, 'quoin_journal_bytes')).toBe('20')
  })
})

describe('snapshots move', () => {
  it.each([
    ['quoin_position_shares{market="0xc0",outcome="yes"}', '12'],
    ['quoin_position_shares{market="0xc0",outcome="no"}', '5.5'],
    ['quoin_pnl_units{market="0xc0",part="spread"}', '2.1'],
    ['quoin_pnl_units{market="0xc0",part="total"}', '1.25'],
    ['quoin_pnl_all_units{part="inventory"}', '-0.8'],
    ['quoin_pnl_all_units{part="fees"}', '0.05'],
    ['quoin_worst_case_loss_units{market="0xc0"}', '35'],
    ['quoin_worst_case_loss_all_units', '35'],
    ['quoin_fair_probability{market="0xc0"}', '0.532'],
    ['quoin_quotes_resting{market="0xc0",outcome="yes",side="buy"}', '1'],
    ['quoin_quotes_resting{market="0xc0",outcome="yes",side="sell"}', '0'],
    ['quoin_quote_price{market="0xc0",outcome="yes",side="buy"}', '0.51'],
    ['quoin_quote_price{market="0xc0",outcome="yes",side="sell"}', undefined],
    ['quoin_others_bid_price{market="0xc0",outcome="yes"}', '0.52'],
    ['quoin_others_bid_price{market="0xc0",outcome="no"}', undefined],
    ['quoin_market_info{market="0xc0",question="Will the bridge open before June?",status="OPEN"}', '1'],
    ['quoin_feed_age_seconds{market="0xc0"}', '0.3'],
    ['quoin_feed_healthy{market="0xc0"}', '1'],
    ['quoin_market_quarantined{market="0xc0"}', '0'],
    ['quoin_open_orders', '2'],
    ['quoin_unknown_orders', '0'],
    ['quoin_collateral_units{part="total"}', '1000'],
    ['quoin_collateral_units{part="available"}', '820'],
    ['quoin_collateral_units{part="left"}', '990'],
    ['quoin_collateral_units{part="held"}', '35'],
    ['quoin_clock_error_seconds', '0.04'],
    ['quoin_budget_left_requests{class="write"}', '120'],
    ['quoin_budget_limit_requests{class="write",window="second"}', '5'],
    ['quoin_budget_limit_requests{class="write",window="minute"}', '150'],
    ['quoin_budget_blocked_seconds{class="write"}', '0'],
    ['quoin_halted', '0'],
    ['quoin_ready', '1'],
    ['quoin_signing_path{path="wasm"}', '1'],
    ['quoin_lease_held', '1'],
    ['quoin_budget_sharers{source="redis"}', '3'],
    ['quoin_lease_fence', '42'],
    ['quoin_fleet_bots', '2'],
    ['quoin_fleet_markets{whose="held"}', '3'],
    ['quoin_fleet_markets{whose="unclaimed"}', '1'],
    ['quoin_build_info{version="1.2.3",strategy="s",mode="paper"}', '1'],
  ])('%s', async (line, expected) => {
    const of = metrics()
    of.onSigning('wasm')
    of.onReady(true)
    of.onKeySharing({ bots: 3, isKnown: true })
    of.onLease({ isHeld: true, fence: 42 })
    of.onFleet({ bots: 2, markets: { held: 3, others: 2, unclaimed: 1 } })
    of.onSnapshot(SAMPLE)
    expect(await value(of, line)).toBe(expected)
  })

  it('halted, stale and quarantined', async () => {
    const of = metrics()
    const bad = { ...SAMPLE_MARKET, quarantined: true, feed: { health: 'stale' as const, ageMs: 1, reason: '' } }
    of.onSnapshot({
      ...SAMPLE,
      halted: { cause: 'operator', reason: 'x', actor: 'y', atMs: 0 },
      markets: [bad],
    })
    expect(await value(of, 'quoin_halted')).toBe('1')
    expect(await value(of, 'quoin_feed_healthy{market="0xc0"}')).toBe('0')
    expect(await value(of, 'quoin_market_quarantined{market="0xc0"}')).toBe('1')
  })

  it('the best of several own prices, and no price or question of before', async () => {
    const of = metrics()
    of.onSnapshot(SAMPLE)
    const quote = { ...SAMPLE_MARKET.ownQuotes[0]!, outcome: 1 as const }
    const ownQuotes = [
      ...[0.4, 0.42, 0.41].map((price) => ({ ...quote, price })),
      ...[0.6, 0.58, 0.59].map((price) => ({ ...quote, price, side: 'SELL' as const })),
    ]
    of.onSnapshot({
      ...SAMPLE,
      markets: [{ ...SAMPLE_MARKET, question: 'By "June"?', ownQuotes, bestOthers: [undefined, undefined] }],
    })
    const shown = (await of.text())
      .split('\n')
      .filter((line) => /^quoin_(quote_price|others_bid|market_info)/.test(line))
    expect(shown).toEqual([
      'quoin_market_info{market="0xc0",question="By \\"June\\"?",status="OPEN"} 1',
      'quoin_quote_price{market="0xc0",outcome="no",side="buy"} 0.42',
      'quoin_quote_price{market="0xc0",outcome="no",side="sell"} 0.58',
    ])
  })

  it('no feed of a market that is not followed any more', async () => {
    const of = metrics()
    of.onSnapshot(SAMPLE)
    for (const over of [{ status: 'CLOSED' }, { dropped: true }] as const) {
      of.onSnapshot({ ...SAMPLE, markets: [{ ...SAMPLE_MARKET, ...over }] })
      expect(await value(of, 'quoin_feed_healthy{market="0xc0"}')).toBeUndefined()
      expect(await value(of, 'quoin_feed_age_seconds{market="0xc0"}')).toBeUndefined()
      expect(await value(of, 'quoin_worst_case_loss_units{market="0xc0"}')).toBe('35')
    }
  })

  it('and a market that is gone leaves no frozen value, its counters included', async () => {
    const of = metrics()
    of.onEvent({ kind: 'market', market })
    of.onEvent({ kind: 'fills-listed', fills: [fill], askedSeq: 0 })
    of.onSnapshot(SAMPLE)
    of.onSnapshot({ ...SAMPLE, markets: [{ ...SAMPLE_MARKET, conditionId: '0xc1' as ConditionId }] })
    const text = await of.text()
    expect(text).toContain('market="0xc1"')
    expect(text).not.toContain('market="0xc0"')
  })
})

describe('names', () => {
  it('follow the conventions: snake case, a unit or _total, no _total on a gauge', async () => {
    const of = new BotMetrics({ version: '1', strategy: 's', mode: 'paper' })
    for (const line of (await of.text()).split('\n')) {
      const [, name, type] = /^# TYPE (\S+) (\S+)$/.exec(line) ?? []
      if (name === undefined) continue
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/)
      if (name.startsWith('quoin_')) expect(name.endsWith('_total')).toBe(type === 'counter')
      else if (type === 'gauge') expect(name).not.toMatch(/_total$/)
    }
  })

  it('include the process metrics', async () => {
    const of = new BotMetrics({ version: '1', strategy: 's', mode: 'paper' })
    expect(await of.text()).toContain('process_resident_memory_bytes')
  })
})
