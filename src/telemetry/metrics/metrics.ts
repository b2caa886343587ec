// Prometheus metrics of the bot. It watches events, steps, snapshots and requests; nothing reads it back.

import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { RouteClassName } from '../../domain/permit.js'
import { fillInstruments } from './fill-instruments.js'
import { makers } from './instrument-makers.js'

/** Gauges of prom-client whose names end in `_total`, which promtool refuses. */
const BADLY_NAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

export interface BuildInfo {
  readonly version: string
  readonly strategy: string
  readonly mode: string
}

/** One finished request; `status` is the HTTP status as text, or `failed` when none came. */
export interface RequestReport {
  readonly routeClass: RouteClassName
  /** Our name of what was asked for, such as `submit`: one of a closed set. */
  readonly route: string
  readonly status: string
  readonly durationMs: number
}

export function createInstruments(registry: Registry, options: { readonly processMetrics: boolean }) {
  if (options.processMetrics) {
    collectDefaultMetrics({ register: registry })
    for (const name of BADLY_NAMED) registry.removeSingleMetric(name)
  }
  return {
    ...{ ...eventInstruments(registry), ...marketInstruments(registry), ...quotingInstruments(registry) },
    ...{
      ...fillInstruments(registry),
      ...venueInstruments(registry),
      ...linkInstruments(registry),
      ...chainInstruments(registry),
      ...configInstruments(registry),
    },
  }
}

export type Instruments = ReturnType<typeof createInstruments>

/** Buckets of what is computed between two events. */
const WORK_SECONDS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25]

function configInstruments(registry: Registry) {
  const { counter, gauge } = makers(registry)
  return {
    config: gauge('config_info', '1 for the configuration that counts now, by its hash.', ['hash']),
    configLoaded: gauge('config_loaded_seconds', 'Since when it counts, unix seconds.'),
    alerts: counter('alerts_total', 'Messages to people who do not look, by what became of each try.', ['result']),
    reloads: counter('config_reloads_total', 'Changes of the configuration while running, by what became of them.', [
      'result',
    ]),
  }
}

function eventInstruments(registry: Registry) {
  const { counter, gauge, histogram } = makers(registry)
  return {
    events: counter('events_total', 'Events that entered the core, by kind.', ['kind']),
    commands: counter('commands_total', 'Commands that left the core, by kind.', ['kind']),
    step: histogram('step_duration_seconds', 'Time from an event to its commands.', WORK_SECONDS),
    asked: histogram('strategy_duration_seconds', 'Time of one call of the strategy.', WORK_SECONDS),
    ordersPlaced: counter(
      'orders_placed_total',
      'Orders that the venue accepted and did not kill at once; of an unclear one once it is found.',
    ),
    ordersRefused: counter(
      'orders_refused_total',
      'Orders that were not accepted, by error code; killed: taken and cancelled at once, as when post-only would cross.',
      ['reason'],
    ),
    ordersUnknown: counter('orders_unknown_total', 'Orders whose outcome was unclear when they were sent.'),
    ordersCancelled: counter('orders_cancelled_total', 'Orders whose cancel the venue confirmed.'),
    readsFailed: counter('reads_failed_total', 'Reads that failed, by what was read and error code.', [
      'read',
      'reason',
    ]),
    holdingsCorrected: counter(
      'holdings_corrected_total',
      'Holdings set right after the venue had others than counted.',
      ['market'],
    ),
    marketFaults: counter(
      'market_faults_total',
      'Faults that stayed in one market: of its strategy (slow: asked less often), or of the program.',
      ['market', 'kind'],
    ),
    signalFailures: counter(
      'signal_failures_total',
      'Readings of a source of signals that failed, or were not understood.',
      ['source'],
    ),
    signalAge: gauge(
      'signal_age_seconds',
      'Age of a value from outside, by its name; market: of which it is, or all.',
      ['signal', 'market'],
    ),
    ramp: gauge(
      'ramp_share',
      'Share of the wished sizes that is quoted of what adds to a position; 1 without risk.ramp.',
    ),
    ready: gauge('ready', '1 while the bot can quote, as /readyz says.'),
    halted: gauge('halted', '1 while the bot is halted, until a person resumes it.'),
    waiting: gauge('waiting', '1 while the bot waits for what passes by itself, by cause.', ['cause']),
    massCancels: counter('mass_cancels_total', 'Times that everything was cancelled beside the planner, by cause.', [
      'cause',
    ]),
    massCancelUnverified: gauge(
      'mass_cancel_unverified',
      '1 while the bot is stopped and no list has shown that nothing rests.',
    ),
  }
}

function marketInstruments(registry: Registry) {
  const { gauge } = makers(registry)
  return {
    marketInfo: gauge('market_info', 'Always 1; the question of a market and its status are labels.', [
      'market',
      'question',
      'status',
    ]),
    quotePrice: gauge('quote_price', 'Best own price that rests or may rest, a share.', ['market', 'outcome', 'side']),
    othersBid: gauge(
      'others_bid_price',
      'Best bid of the others, who sell the other outcome among them, a share; none while they bid nothing.',
      ['market', 'outcome'],
    ),
    fair: gauge('fair_probability', 'Fair probability of YES.', ['market']),
    position: gauge('position_shares', 'Shares held, pending fills included.', ['market', 'outcome']),
    pnl: gauge('pnl_units', 'Profit and loss in units of collateral: spread + inventory - fees.', ['market', 'part']),
    totalPnl: gauge('pnl_all_units', 'Profit and loss of all markets in units of collateral.', ['part']),
    worstCase: gauge('worst_case_loss_units', 'Loss in the worst outcome, open and unknown orders counted.', [
      'market',
    ]),
    totalWorstCase: gauge('worst_case_loss_all_units', 'Sum of the worst-case losses of all markets.'),
    quotes: gauge('quotes_resting', 'Own quotes that rest or may rest.', ['market', 'outcome', 'side']),
    feedAge: gauge('feed_age_seconds', 'Age of the newest news of a market; pings are none.', ['market']),
    feedHealthy: gauge('feed_healthy', '1 while the market may be quoted on its feed.', ['market']),
    widened: gauge(
      'widened_factor',
      'Quotes stand so many times as far from what YES is worth as the strategy wishes; 1 mostly.',
      ['market'],
    ),
    ownMarkout: gauge(
      'own_markout_price',
      'What the price goes against us after our fills, a share; with risk.toxicity.',
      ['market'],
    ),
    slowed: gauge('strategy_slowed', '1 while the strategy takes too long there, and is asked once a second at most.', [
      'market',
    ]),
    notQuoting: gauge('not_quoting', '1 for each market in which nothing of ours rests, by reason.', [
      'market',
      'reason',
    ]),
    quarantined: gauge('market_quarantined', '1 while an unknown order keeps the market from placing.', ['market']),
  }
}

function quotingInstruments(registry: Registry) {
  const { counter } = makers(registry)
  return {
    decisions: counter(
      'decisions_total',
      'Decisions, each about one market: what may rest there, what may not and why, and what is done about it.',
    ),
    quotesRefused: counter(
      'quotes_refused_total',
      'Wished quotes that were refused, once per decision, by market and reason; of a limit the reason is its name.',
      ['market', 'reason'],
    ),
    openSeconds: counter('open_seconds_total', 'Seconds in which the market was open and followed.', ['market']),
    quotedSeconds: counter('quoted_seconds_total', 'Of these, seconds in which quotes of ours rested on both sides.', [
      'market',
    ]),
    touchSeconds: counter(
      'touch_seconds_total',
      "Of these, seconds in which one of our quotes at least was at the others' best price, or better.",
      ['market'],
    ),
    starvedSeconds: counter(
      'starved_seconds_total',
      'Of these, seconds in which an order was not placed, moved or renewed because the key had no requests to spare.',
      ['market'],
    ),
    feedLosses: counter(
      'feed_losses_total',
      "Times that a market's stream was lost: a gap in its numbers, what could not be read, what came too late, silence, the connection.",
      ['market'],
    ),
  }
}

function linkInstruments(registry: Registry) {
  const { counter, gauge, histogram } = makers(registry)
  return {
    feedLag: histogram(
      'feed_lag_seconds',
      "From the venue's stamp on a change of a book, or a trade, to our work on it; known no better than quoin_clock_error_seconds.",
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ),
    reconnects: counter(
      'reconnects_total',
      'Times that the connection of the feeds was there again after it was lost.',
    ),
    signInAge: gauge(
      'sign_in_age_seconds',
      'Since the wallet has signed in, or renewed it; none before that and on paper.',
    ),
    journalBytes: gauge('journal_bytes', "Size of the files in the wallet's journal folder; none on paper."),
  }
}

function chainInstruments(registry: Registry) {
  const { counter, gauge } = makers(registry)
  return {
    chainTransactions: counter('chain_transactions_total', 'Transactions that ended, by what they were for and how.', [
      'act',
      'outcome',
    ]),
    chainReturned: counter('chain_returned_units_total', 'Collateral that merging and redeeming brought, in units.', [
      'act',
    ]),
    chainCost: counter('chain_cost_units_total', 'What transactions cost, in units of collateral.'),
    chainPending: gauge('chain_pending', '1 while a transaction waits to be mined deep enough.'),
    chainReplaced: gauge('chain_replaced', 'Times that the pending transaction was replaced by one that pays more.'),
    chainGas: gauge(
      'chain_gas',
      "What is left to pay for transactions with, units of the chain's own token; none where it is not read.",
    ),
    chainAllowance: gauge('chain_allowance_units', 'Collateral that a contract may take, in units.', ['spender']),
  }
}

function venueInstruments(registry: Registry) {
  const { counter, gauge, histogram } = makers(registry)
  return {
    openOrders: gauge('open_orders', 'Own orders that rest or may rest.'),
    unknownOrders: gauge('unknown_orders', 'Own orders of unknown outcome.'),
    collateral: gauge(
      'collateral_units',
      'Collateral by the venue, in units; part="left": without what matches take that are not settled, or not read yet; part="held": what the tokens have cost that are held in markets that are not over.',
      ['part'],
    ),
    clockError: gauge('clock_error_seconds', 'Bound on the error of the venue clock.'),
    answersBehind: gauge(
      'answers_behind_seconds',
      'By how much what the venue answers about books was behind its stream of late; 0 where it was not.',
    ),
    budgetLeft: gauge('budget_left_requests', 'Requests left in the minute, by our own count.', ['class']),
    budgetLimit: gauge('budget_limit_requests', 'Requests allowed per window.', ['class', 'window']),
    budgetSharers: gauge(
      'budget_sharers',
      'Bots that share the API key, each with its part of the limits: by Redis (source="redis"), or assumed while it is away (source="assumed"); none without one.',
      ['source'],
    ),
    budgetBlocked: gauge('budget_blocked_seconds', 'Seconds until the class may send again.', ['class']),
    requests: counter('http_requests_total', 'Requests to the venue.', ['class', 'status']),
    latency: histogram(
      'http_request_duration_seconds',
      'Duration of requests to the venue, by what was asked for.',
      [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      ['class', 'route'],
    ),
    leaseHeld: gauge('lease_held', '1 while this process may trade with its wallet; 0 on paper.'),
    leaseFence: gauge(
      'lease_fence',
      "Number of this holder of the wallet's lease, higher than that of every one before; 0 on paper.",
    ),
    fleetBots: gauge('fleet_bots', 'Living bots that divide the markets; 0 where each quotes all that it selects.'),
    fleetMarkets: gauge(
      'fleet_markets',
      'Markets that this bot selects of those that bots divide: its own (whose="held"), quoted by another or about to be (whose="others"), and by nobody yet (whose="unclaimed"); none without a fleet.',
      ['whose'],
    ),
    signing: gauge(
      'signing_path',
      '1 for how orders are signed: native, wasm, or viem, which is slow; signer: by another process; none on paper.',
      ['path'],
    ),
    build: gauge('build_info', 'Always 1; version, strategy and mode are labels.', ['version', 'strategy', 'mode']),
  }
}
