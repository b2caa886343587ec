// What Prometheus itself says of the metrics, the rules and the configuration. Skipped, visibly, where promtool is not installed.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { dashboards, panelsOf } from '../grafana/dashboard-schema.js'
import { openVenue } from '../loopback/loopback-venue.js'
import { startBot } from '../loopback/running-bot.js'

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.warn('promtool is not installed: metrics and rules are not checked by it')

function promtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return status === 0 ? 'ok' : `${stdout}${stderr}`
}

const TARGET = 'instance="127.0.0.1:9464", job="quoin"'
const series = (name: string, labels: string, values: string) => ({ series: `${name}{${TARGET}${labels}}`, values })
/** So many of the alert are firing by then. */
const firing = (alertname: string, eval_time: string, count: number) => ({
  expr: `count(ALERTS{alertname="${alertname}", alertstate="firing"}) or vector(0)`,
  eval_time,
  exp_samples: [{ labels: '{}', value: count }],
})

interface RuleTest {
  readonly input_series: readonly { readonly series: string; readonly values: string }[]
  readonly promql_expr_test: readonly ReturnType<typeof firing>[]
}

/** The one query of a panel of the dashboard of all bots. */
function queryOf(title: string): string {
  const [found] = dashboards()
    .filter(({ uid }) => uid === 'quoin-fleet')
    .flatMap(panelsOf)
    .filter((panel) => panel.title === title)
  const [target] = found?.targets ?? []
  if (target === undefined) throw new Error(`no panel ${title}`)
  return target.expr
}

/** What the shipped rules make of these series, a value a minute. */
function tested(tests: readonly RuleTest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-alerts-'))
  const file = join(folder, 'alerts.test.yml')
  const rule_files = [resolve('config/prometheus/alerts.yml')]
  // JSON is YAML
  writeFileSync(file, JSON.stringify({ rule_files, tests: tests.map((test) => ({ interval: '1m', ...test })) }))
  const found = promtool(['test', 'rules', file])
  rmSync(folder, { recursive: true })
  return found
}

describe.skipIf(!hasPromtool)('promtool', () => {
  it('accepts the configuration and its rules', () => {
    expect(promtool(['check', 'config', 'config/prometheus/prometheus.yml'])).toBe('ok')
    expect(promtool(['check', 'rules', 'config/prometheus/alerts.yml'])).toBe('ok')
  })

  it('fires the alerts that compare two metrics', () => {
    const input_series = [
      series('quoin_budget_left_requests', ', class="write"', '3x10'),
      series('quoin_budget_limit_requests', ', class="write", window="minute"', '150x10'),
      series('quoin_worst_case_loss_all_units', '', '950x10'),
      series('quoin_collateral_units', ', part="left"', '1000x10'),
    ]
    const promql_expr_test = [firing('QuoinBudgetLow', '8m', 1), firing('QuoinWorstCaseHigh', '8m', 1)]
    expect(tested([{ input_series, promql_expr_test }])).toBe('ok')
  })

  it('does not fire for what is held, as long as there is collateral beside it', () => {
    const has = (left: number) => ({
      input_series: [
        series('quoin_worst_case_loss_all_units', '', '500x10'),
        // half of it is matched and not settled, and held already
        series('quoin_collateral_units', ', part="total"', `${left + 500}x10`),
        series('quoin_collateral_units', ', part="left"', `${left}x10`),
        series('quoin_collateral_units', ', part="available"', `${left}x10`),
        series('quoin_collateral_units', ', part="held"', '500x10'),
      ],
      promql_expr_test: [firing('QuoinWorstCaseHigh', '8m', left < 50 ? 1 : 0)],
    })
    expect(tested([has(500), has(60), has(40)])).toBe('ok')
  })

  it('adds up what live bots earn and may lose, and what is made up on paper only where none is live', () => {
    const bot = (instance: string, mode: string, [pnl, worst, left]: readonly number[]) => {
      const of = (name: string, labels: string, value: number | undefined) => ({
        ...{ series: `${name}{instance="${instance}", job="quoin"${labels}}`, values: `${value}x10` },
      })
      return [
        of('quoin_build_info', `, mode="${mode}", version="1"`, 1),
        ...[of('quoin_pnl_all_units', ', part="total"', pnl), of('quoin_worst_case_loss_all_units', '', worst)],
        ...[of('quoin_collateral_units', ', part="left"', left), of('quoin_collateral_units', ', part="held"', 0)],
      ]
    }
    const shows = (title: string, value: number) => ({
      ...{ expr: queryOf(title), eval_time: '5m', exp_samples: [{ labels: '{}', value }] },
    })
    const paper = bot('p', 'paper', [300, 50, 9600])
    const live = [...bot('a', 'live', [-20, 190, 200]), ...bot('b', 'live', [-1, 190, 200])]
    const both = [shows('P&L of all', -21), shows('Worst case of all', 0.95)]
    const alone = [shows('P&L of all', 300), shows('Worst case of all', 50 / 9600)]
    const seen = [
      { input_series: [...live, ...paper], promql_expr_test: both },
      { input_series: paper, promql_expr_test: alone },
    ]
    expect(tested(seen)).toBe('ok')
  })

  it('fires for each bot that quotes nothing, also one without any market, and when no bot answers', () => {
    const bot = (instance: string) => `instance="${instance}", job="quoin"`
    const quotes = (instance: string, market: string, value: number) => ({
      series: `quoin_quotes_resting{${bot(instance)}, market="${market}", outcome="yes", side="buy"}`,
      values: `${value}x10`,
    })
    const halted = (instance: string) => ({ series: `quoin_halted{${bot(instance)}}`, values: '0x10' })
    const build = { series: `quoin_build_info{${bot('a')}}`, values: '1x10' }
    const seen = {
      // a quotes, b has a market and no quote, c has no market
      input_series: [build, ...['a', 'b', 'c'].map(halted), quotes('a', 'm', 1), quotes('b', 'm', 0)],
      promql_expr_test: [firing('QuoinNoQuotes', '8m', 2), firing('QuoinMissing', '8m', 0)],
    }
    const nobody = { input_series: [], promql_expr_test: [firing('QuoinMissing', '8m', 1)] }
    expect(tested([seen, nobody])).toBe('ok')
  })

  it('fires for what lasts, and for what began before anybody looked', () => {
    const input_series = [
      series('quoin_chain_pending', '', '1x30'),
      series('quoin_waiting', ', cause="clock"', '1x30'),
      series('quoin_alerts_total', ', result="dropped"', '1x30'),
      series('process_start_time_seconds', '', '1x5 2x3 3x18'),
    ]
    const promql_expr_test = [
      ...[firing('QuoinTransactionStuck', '14m', 0), firing('QuoinTransactionStuck', '16m', 1)],
      firing('QuoinClockUnsure', '2m', 1),
      ...[firing('QuoinMessagesLost', '1m', 1), firing('QuoinMessagesLost', '20m', 0)],
      ...[firing('QuoinRestarts', '7m', 0), firing('QuoinRestarts', '12m', 1), firing('QuoinRestarts', '28m', 0)],
    ]
    expect(tested([{ input_series, promql_expr_test }])).toBe('ok')
  })

  it('fires for what a market met before anybody looked at it, and once for it', () => {
    const market = ', market="m"'
    const counted = (name: string, labels: string, values: string) => series(name, `${market}${labels}`, values)
    const info = counted('quoin_market_info', ', question="Will it?", status="OPEN"', '1x30')
    const rates = (values: string) => series('quoin_http_requests_total', ', class="write", status="429"', values)
    const all = (values: string) => [
      counted('quoin_market_faults_total', ', kind="program"', values),
      counted('quoin_holdings_corrected_total', '', values),
      rates(values),
    ]
    const at = (time: string, count: number) =>
      ['QuoinMarketFault', 'QuoinHoldingsCorrected', 'QuoinRateLimited'].map((alert) => firing(alert, time, count))
    const first = { input_series: [info, ...all('1x30')], promql_expr_test: [...at('1m', 1), ...at('10m', 0)] }
    const later = {
      input_series: [info, ...all('0x9 1x20')],
      promql_expr_test: [...at('9m', 0), ...at('11m', 1), ...at('20m', 0)],
    }
    const none = { input_series: [info, ...all('0x30')], promql_expr_test: [...at('1m', 0), ...at('20m', 0)] }
    expect(tested([first])).toBe('ok')
    expect(tested([later, none])).toBe('ok')
  })

  it('fires where a watchdog is gone that was there, or can do nothing, and not where there never was one', () => {
    const of = (instance: string) => `instance="${instance}", job="quoin-watchdog"`
    const input_series = [
      { series: `up{${of('gone')}}`, values: '1x5 0x20' },
      { series: `up{${of('there')}}`, values: '1x30' },
      { series: `up{${of('never')}}`, values: '0x30' },
      { series: `quoin_watchdog_trouble{${of('gone')}}`, values: '0x5 stale' },
      { series: `quoin_watchdog_trouble{${of('there')}}`, values: '0x10 1x10 0x10' },
    ]
    const promql_expr_test = [
      ...[firing('QuoinWatchdogGone', '6m', 0), firing('QuoinWatchdogGone', '8m', 1)],
      ...[firing('QuoinWatchdogHelpless', '12m', 0), firing('QuoinWatchdogHelpless', '14m', 1)],
      firing('QuoinWatchdogHelpless', '24m', 0),
    ]
    expect(tested([{ input_series, promql_expr_test }])).toBe('ok')
  })

  it('fires where orders of a dead bot may rest that its watchdog cannot cancel', () => {
    const input_series = [
      { series: 'quoin_watchdog_unverified{instance="w", job="quoin-watchdog"}', values: '0x5 1x10 0x10' },
    ]
    const promql_expr_test = [
      ...[firing('QuoinOrdersMayRest', '5m', 0), firing('QuoinOrdersMayRest', '8m', 1)],
      firing('QuoinOrdersMayRest', '18m', 0),
    ]
    expect(tested([{ input_series, promql_expr_test }])).toBe('ok')
  })

  it('fires for a watchdog that watches none while a bot trades unwatched, and for none beside a watched pair', () => {
    const armed = (instance: string, value: number) => ({
      series: `quoin_watchdog_armed{instance="${instance}", job="quoin-watchdog"}`,
      values: `${value}x10`,
    })
    const held = (instance: string, value: number) => ({
      series: `quoin_lease_held{instance="${instance}", job="quoin"}`,
      values: `${value}x10`,
    })
    const idle = (count: number) => [firing('QuoinWatchdogIdle', '1m', 0), firing('QuoinWatchdogIdle', '4m', count)]
    expect(
      tested([
        { input_series: [armed('w', 0), held('a', 1)], promql_expr_test: idle(1) },
        // stands by, or its bot has stopped cleanly
        {
          input_series: [armed('v', 1), armed('w', 0), held('a', 1), held('b', 0)],
          promql_expr_test: idle(0),
        },
        { input_series: [armed('w', 0)], promql_expr_test: idle(0) },
        // nobody is to have one
        { input_series: [held('a', 1)], promql_expr_test: idle(0) },
      ]),
    ).toBe('ok')
  })

  it('accepts the metrics of a bot that quotes', async () => {
    const venue = await openVenue()
    const running = await startBot(venue.config())
    await vi.waitFor(() => expect(venue.fills().length).toBeGreaterThan(0), { timeout: 20_000 })
    const { metrics } = running.line('running') as { metrics: string }
    const text = await (await fetch(metrics)).text()
    await running.stop()
    await venue.close()
    expect(text).toMatch(/^quoin_quotes_resting\{/m)
    expect(promtool(['check', 'metrics'], text)).toBe('ok')
  })
})
