// The page's server on a port of its own, with a bot behind it that only answers.

import { onTestFinished } from 'vitest'
import type { ControlAnswer, ControlRequest } from '../../src/control/control-protocol.js'
import { Curves } from '../../src/dashboard/curves.js'
import { createDashboard } from '../../src/dashboard/dashboard.js'
import { startTelemetry } from '../../src/telemetry/http.js'
import { SAMPLE } from '../telemetry/sample-snapshot.js'

export const TOKEN = 'the-token-of-the-page'

export interface FakeDashboard {
  readonly url: string
  readonly asked: ControlRequest[]
  /** Milliseconds of its clock. */
  nowMs: number
}

export async function openDashboard(
  options: {
    readonly token?: string
    readonly answer?: (request: ControlRequest) => ControlAnswer | Promise<ControlAnswer>
    readonly names?: readonly string[]
  } = {},
): Promise<FakeDashboard> {
  const curves = new Curves()
  curves.look(SAMPLE, 1000)
  const answer = options.answer ?? (({ command }) => ({ ok: true, data: { command } }))
  const health = () => ({ ok: true, reasons: [] })
  const fake = { url: '', asked: [] as ControlRequest[], nowMs: 0 }
  const pages = createDashboard({
    page: { html: Buffer.from('<!doctype html>'), policy: "default-src 'none'", version: 'v1' },
    ...{ curves, token: options.token, nowMonoMs: () => fake.nowMs, wallMs: () => 0 },
    ask: async (request) => {
      fake.asked.push(request)
      return answer(request)
    },
    scrub: (text) => text.replaceAll('secret-key', '[secret]'),
  })
  const sources = { metrics: async () => 'quoin 1\n', health, ready: health, status: () => SAMPLE, pages }
  const server = await startTelemetry(sources, { host: '127.0.0.1', port: 0, names: options.names ?? [] })
  onTestFinished(() => server.close())
  fake.url = server.url
  return fake
}
