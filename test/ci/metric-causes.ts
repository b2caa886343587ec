// What moves each metric of docs/metrics.md, for a test that watches a real bot at a real server.

export type Cause =
  | 'trading'
  | 'strategy fault'
  | 'slow strategy'
  | 'signals'
  | 'lost answer'
  | 'refusal'
  | 'split by hand'
  | 'throttling'
  | 'silence'
  | 'raised nonce'

/** Series of a metric (all of them, or those with these labels), and how their sum moves. */
export interface Move {
  readonly series: string
  readonly to: 'up' | 'down' | 'another'
}

const up = (series: string): Move => ({ series, to: 'up' })
const down = (series: string): Move => ({ series, to: 'down' })
const another = (series: string): Move => ({ series, to: 'another' })

/** Stands for the market that the test splits in. */
export const SPLIT = 'split'

export const MOVES: Readonly<Record<Cause, readonly Move[]>> = {
  trading: [
    up('quoin_events_total{kind="book"}'),
    up('quoin_commands_total{kind="place"}'),
    up('quoin_commands_total{kind="read-fee"}'),
    up('quoin_step_duration_seconds_count'),
    up('quoin_strategy_duration_seconds_count'),
    up('quoin_orders_placed_total'),
    up('quoin_orders_cancelled_total'),
    up('quoin_fills_total'),
    up('quoin_fills_all_total'),
    up('quoin_shares_filled_total{side="buy"}'),
    up('quoin_shares_filled_all_total{side="buy"}'),
    up('quoin_fair_probability'),
    up('quoin_position_shares'),
    another('quoin_pnl_units{part="spread"}'),
    another('quoin_pnl_units{part="inventory"}'),
    up('quoin_pnl_units{part="fees"}'),
    another('quoin_pnl_units{part="total"}'),
    another('quoin_pnl_all_units{part="spread"}'),
    another('quoin_pnl_all_units{part="inventory"}'),
    up('quoin_pnl_all_units{part="fees"}'),
    another('quoin_pnl_all_units{part="total"}'),
    up('quoin_worst_case_loss_units'),
    up('quoin_worst_case_loss_all_units'),
    up('quoin_ready'),
    up('quoin_decisions_total'),
    up('quoin_open_seconds_total'),
    up('quoin_quoted_seconds_total'),
    up('quoin_touch_seconds_total'),
    up('quoin_starved_seconds_total'),
    up('quoin_feed_lag_seconds_count'),
    up('quoin_sign_in_age_seconds'),
    up('quoin_journal_bytes'),
    up('quoin_quotes_resting'),
    up('quoin_quote_price{side="buy"}'),
    up('quoin_others_bid_price'),
    up('quoin_market_info{status="OPEN"}'),
    up('quoin_open_orders'),
    up('quoin_feed_healthy'),
    up('quoin_widened_factor'),
    up('quoin_ramp_share'),
    another('quoin_own_markout_price'),
    up('quoin_budget_limit_requests'),
    another('quoin_budget_left_requests{class="write"}'),
    up('quoin_http_requests_total{class="write",status="201"}'),
    up('quoin_http_request_duration_seconds_count{route="submit"}'),
  ],
  'strategy fault': [up('quoin_market_faults_total'), down('quoin_quotes_resting')],
  'slow strategy': [up('quoin_strategy_slowed'), up('quoin_market_faults_total{kind="slow"}')],
  signals: [up('quoin_signal_age_seconds{signal="model",market="all"}'), up('quoin_signal_failures_total')],
  'lost answer': [
    up('quoin_orders_unknown_total'),
    up('quoin_unknown_orders'),
    up('quoin_market_quarantined'),
    up('quoin_http_requests_total{class="write",status="failed"}'),
  ],
  refusal: [up('quoin_orders_refused_total{reason="cancel-only"}'), up('quoin_quotes_refused_total{reason="pulled"}')],
  'split by hand': [
    up('quoin_holdings_corrected_total'),
    // of the market that was split in: others may end meanwhile, or sell
    up(`quoin_position_shares{market="${SPLIT}"}`),
    // and meanwhile markets end, and pay
    another('quoin_collateral_units{part="total"}'),
  ],
  throttling: [up('quoin_budget_blocked_seconds{class="read"}'), up('quoin_http_requests_total{status="429"}')],
  silence: [
    up('quoin_feed_age_seconds'),
    down('quoin_feed_healthy'),
    up('quoin_reads_failed_total'),
    up('quoin_clock_error_seconds'),
    up('quoin_reconnects_total'),
    up('quoin_feed_losses_total'),
    up('quoin_waiting'),
    up('quoin_mass_cancels_total'),
    up('quoin_mass_cancel_unverified'),
    up('quoin_quotes_refused_total{reason="feed-stale"}'),
    down('quoin_quotes_resting'),
  ],
  'raised nonce': [
    down('quoin_ready'),
    up('quoin_halted'),
    up('quoin_not_quoting{reason="halted"}'),
    down('quoin_open_orders'),
    up('quoin_quotes_refused_total{reason="halted"}'),
    up('quoin_orders_refused_total'),
  ],
}

/** Rules of config/prometheus that the cause makes fire, and that did not before. */
export const RINGS: Readonly<Record<Cause, readonly string[]>> = {
  trading: ['QuoinMessagesLost'],
  'strategy fault': ['QuoinMarketFault'],
  'slow strategy': [],
  signals: [],
  'lost answer': ['QuoinOrdersUnknown'],
  refusal: [],
  'split by hand': ['QuoinHoldingsCorrected'],
  throttling: ['QuoinRateLimited'],
  silence: ['QuoinWaiting', 'QuoinOrdersMayRest', 'QuoinFeedStale', 'QuoinNoQuotes'],
  'raised nonce': ['QuoinHalted'],
}

/** Rules that a bot which is not there makes fire. */
export const OF_NOBODY = ['QuoinMissing', 'QuoinDown']

/** Rules of its watchdog: test/ci/prometheus.test.ts has series of one that is gone, and of one that can do nothing. */
export const OF_THE_WATCHDOG = ['QuoinWatchdogGone', 'QuoinWatchdogHelpless', 'QuoinWatchdogIdle']

/** Rules that a bot which is pressed makes fire: test/ci/pressed-bot.test.ts asks for each of them. */
export const OF_THE_PRESSED = [
  'QuoinBudgetLow',
  'QuoinWorstCaseHigh',
  'QuoinClockUnsure',
  'QuoinRestarts',
  'QuoinTransactionStuck',
]

const ON_CHAIN = 'nothing is done on the chain here: test/ci/pressed-bot.test.ts sees them move'

/** Metrics that no cause can move, and why. */
export const STILL: Readonly<Record<string, string>> = {
  quoin_build_info: 'it is 1 by definition',
  quoin_signing_path: 'it is 1 for what the start picked',
  quoin_lease_held: 'nothing here takes it away; test/ci/fleet-lease.test.ts does',
  quoin_budget_sharers: 'nobody shares the key here; test/ci/shared-key.test.ts has three bots on one',
  quoin_answers_behind_seconds: 'answers are on time here; test/ci/late-answers.test.ts has some that are not',
  quoin_lease_fence: 'it is the number of this run',
  quoin_fleet_bots: 'nobody divides markets here; test/ci/fleet-markets.test.ts has bots that do',
  quoin_fleet_markets: 'nobody divides markets here; test/ci/fleet-markets.test.ts has bots that do',
  quoin_config_info: 'it is 1 for the configuration that counts',
  quoin_config_loaded_seconds: 'a reload moves it: test/ci/reload.test.ts',
  quoin_config_reloads_total: 'a reload moves it: test/ci/reload.test.ts',
  quoin_chain_transactions_total: ON_CHAIN,
  quoin_chain_returned_units_total: ON_CHAIN,
  quoin_chain_cost_units_total: ON_CHAIN,
  quoin_chain_pending: ON_CHAIN,
  quoin_chain_replaced: ON_CHAIN,
  quoin_chain_gas: ON_CHAIN,
  quoin_chain_allowance_units: ON_CHAIN,
  quoin_alerts_total: 'messages move it: test/cli/alerts/open-alerts.test.ts',
}

/** Sum of the series that `series` names in a text of metrics; none counts as 0. */
export function sumOf(text: string, series: string): number {
  const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? []
  const wanted = labels.split(',').filter((label) => label !== '')
  let sum = 0
  for (const line of text.split('\n')) {
    const [, found, its = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (found === name && wanted.every((label) => its.split(',').includes(label))) sum += Number(value)
  }
  return sum
}

export function hasMoved({ series, to }: Move, before: string, after: string): boolean {
  const change = sumOf(after, series) - sumOf(before, series)
  return to === 'up' ? change > 0 : to === 'down' ? change < 0 : change !== 0
}
