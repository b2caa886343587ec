// What Prometheus itself says of the metrics, the rules and the configuration. Skipped, visibly, where promtool is not installed.

import { spawnSync } from 'node:child_process'
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
