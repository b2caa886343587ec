import { fetch } from 'undici'
import { expect, it, vi } from 'vitest'
import { StandbyPort } from '../../../../src/cli/bot/fleet/standby-port.js'
import { startTelemetry } from '../../../../src/telemetry/http.js'
import { BotMetrics } from '../../../../src/telemetry/metrics/bot-metrics.js'
import { configWith } from '../../../keys/bot-file.js'
import { freePort } from '../../../prometheus/prometheus-process.js'

const metrics = new BotMetrics({ version: '1', strategy: 's', mode: 'live' })

it('says that the process works and cannot quote, and why, and leaves the port to the bot', async () => {
  const port = await freePort()
  const warn = vi.fn()
  const standby = new StandbyPort({ config: configWith({ 'telemetry.port': port }), metrics, logger: { warn } })
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    return { status: response.status, text: await response.text() }
  }
  await expect(ask('/healthz')).rejects.toThrow()
  standby.waits('two:2 holds the wallet')
  await vi.waitFor(async () => expect((await ask('/healthz')).status).toBe(200))
  expect(await ask('/readyz')).toEqual({ status: 503, text: '{"ok":false,"reasons":["two:2 holds the wallet"]}\n' })
  standby.waits('three:3 holds the wallet')
  expect((await ask('/readyz')).text).toContain('three:3')
  const { text } = await ask('/metrics')
  expect(text).toMatch(/^quoin_build_info\{.*\} 1$/m)
  expect(text).toMatch(/^quoin_ready 0$/m)
  // an alert that no quotes rest is for a bot that should have some
  expect(text).not.toContain('quoin_halted')
  await standby.close()
  const sources = { metrics: async () => '', health: () => ({ ok: true, reasons: [] }), status: () => undefined }
  const bot = await startTelemetry({ ...sources, ready: sources.health }, { host: '127.0.0.1', port })
  // where somebody else has the port the wait goes on
  const other = new StandbyPort({ config: configWith({ 'telemetry.port': port }), metrics, logger: { warn } })
  other.waits('it is free')
  await vi.waitFor(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining('nothing is served while it waits')))
  await other.close()
  await bot.close()
})
