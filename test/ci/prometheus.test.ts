// What Prometheus itself says of the metrics, the rules and the configuration. Skipped, visibly, where promtool is not installed.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { openVenue } from '../loopback/loopback-venue.js'
import { startBot } from '../loopback/running-bot.js'

const hasPromtool = spawnSync('promtool', ['--version']).status === 0
if (!hasPromtool) console.warn('promtool is not installed: metrics and rules are not checked by it')

function promtool(args: readonly string[], input = ''): string {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' })
  return status === 0 ? 'ok' : `${stdout}${stderr}`
}

describe.skipIf(!hasPromtool)('promtool', () => {
  it('accepts the configuration and its rules', () => {
    expect(promtool(['check', 'config', 'config/prometheus/prometheus.yml'])).toBe('ok')
    expect(promtool(['check', 'rules', 'config/prometheus/alerts.yml'])).toBe('ok')
  })

  it('fires the alerts that compare two metrics', () => {
    const target = 'instance="127.0.0.1:9464", job="quoin"'
    const series = (name: string, labels: string, value: number) => ({
      series: `${name}{${target}${labels}}`,
      values: `${value}x10`,
    })
    const folder = mkdtempSync(join(tmpdir(), 'quoin-alerts-'))
    const file = join(folder, 'alerts.test.yml')
    writeFileSync(
      file,
      JSON.stringify({
        rule_files: [resolve('config/prometheus/alerts.yml')],
        tests: [
          {
            interval: '1m',
            input_series: [
              series('quoin_budget_left_requests', ', class="write"', 3),
              series('quoin_budget_limit_requests', ', class="write", window="minute"', 150),
              series('quoin_worst_case_loss_all_units', '', 950),
              series('quoin_collateral_units', ', part="total"', 1000),
            ],
            promql_expr_test: ['QuoinBudgetLow', 'QuoinWorstCaseHigh'].map((alertname) => ({
              expr: `count(ALERTS{alertname="${alertname}", alertstate="firing"})`,
              eval_time: '8m',
              exp_samples: [{ labels: '{}', value: 1 }],
            })),
          },
        ],
      }),
    )
    expect(promtool(['test', 'rules', file])).toBe('ok')
    rmSync(folder, { recursive: true })
  })

  it('fires for each bot that quotes nothing, also one without any market, and when no bot answers', () => {
    const bot = (instance: string) => `instance="${instance}", job="quoin"`
    const quotes = (instance: string, market: string, value: number) => ({
      series: `quoin_quotes_resting{${bot(instance)}, market="${market}", outcome="yes", side="buy"}`,
      values: `${value}x10`,
    })
    const folder = mkdtempSync(join(tmpdir(), 'quoin-alerts-'))
    const file = join(folder, 'alerts.test.yml')
    const firing = (alertname: string, count: number) => ({
      expr: `count(ALERTS{alertname="${alertname}", alertstate="firing"}) or vector(0)`,
      eval_time: '8m',
      exp_samples: [{ labels: '{}', value: count }],
    })
    const halted = (instance: string) => ({ series: `quoin_halted{${bot(instance)}}`, values: '0x10' })
    const build = { series: `quoin_build_info{${bot('a')}}`, values: '1x10' }
    writeFileSync(
      file,
      JSON.stringify({
        rule_files: [resolve('config/prometheus/alerts.yml')],
        tests: [
          {
            interval: '1m',
            // a quotes, b has a market and no quote, c has no market
            input_series: [build, ...['a', 'b', 'c'].map(halted), quotes('a', 'm', 1), quotes('b', 'm', 0)],
            promql_expr_test: [firing('QuoinNoQuotes', 2), firing('QuoinMissing', 0)],
          },
          { interval: '1m', input_series: [], promql_expr_test: [firing('QuoinMissing', 1)] },
        ],
      }),
    )
    expect(promtool(['test', 'rules', file])).toBe('ok')
    rmSync(folder, { recursive: true })
  })

  it('fires for what lasts, and for what began before anybody looked', () => {
    const target = 'instance="127.0.0.1:9464", job="quoin"'
    const folder = mkdtempSync(join(tmpdir(), 'quoin-alerts-'))
    const file = join(folder, 'alerts.test.yml')
    const series = (name: string, labels: string, values: string) => ({ series: `${name}{${target}${labels}}`, values })
    const firing = (alertname: string, eval_time: string, count: number) => ({
      expr: `count(ALERTS{alertname="${alertname}", alertstate="firing"}) or vector(0)`,
      eval_time,
      exp_samples: [{ labels: '{}', value: count }],
    })
    writeFileSync(
      file,
      JSON.stringify({
        rule_files: [resolve('config/prometheus/alerts.yml')],
        tests: [
          {
            interval: '1m',
            input_series: [
              series('quoin_chain_pending', '', '1x30'),
              series('quoin_waiting', ', cause="clock"', '1x30'),
              series('quoin_alerts_total', ', result="dropped"', '1x30'),
              series('process_start_time_seconds', '', '1x5 2x3 3x18'),
            ],
            promql_expr_test: [
              ...[firing('QuoinTransactionStuck', '14m', 0), firing('QuoinTransactionStuck', '16m', 1)],
              firing('QuoinClockUnsure', '2m', 1),
              ...[firing('QuoinMessagesLost', '1m', 1), firing('QuoinMessagesLost', '20m', 0)],
              ...[
                firing('QuoinRestarts', '7m', 0),
                firing('QuoinRestarts', '12m', 1),
                firing('QuoinRestarts', '28m', 0),
              ],
            ],
          },
        ],
      }),
    )
    expect(promtool(['test', 'rules', file])).toBe('ok')
    rmSync(folder, { recursive: true })
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
