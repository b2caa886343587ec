import { expect, it } from 'vitest'
import { servedPage } from '../../../src/cli/control/served-page.js'
import { Curves } from '../../../src/dashboard/curves.js'
import { createRealClock } from '../../../src/venue/transport/real-clock.js'
import { configWith } from '../../keys/bot-file.js'
import type { Changes } from '../../keys/key-rows.js'

function served(changes: Changes, env: Readonly<Record<string, string>> = {}) {
  const warnings: string[] = []
  const desk = { answer: async () => ({ ok: true as const, data: {} }) }
  const logger = { warn: (_what: unknown, words = '') => void warnings.push(words) }
  const pages = servedPage(configWith(changes), {
    ...{ desk, curves: new Curves(), clock: createRealClock(), logger, env },
  })
  return { pages, warnings }
}

it('is there unless the configuration wants none', () => {
  expect(served({}).pages).toBeDefined()
  expect(served({ 'dashboard.serve': false }).pages).toBeUndefined()
})

it('warns where a token would cross a network in the clear', () => {
  const env = { QUOIN_DASHBOARD_TOKEN: 'a-token-of-the-page' }
  expect(served({}, env).warnings).toEqual([])
  expect(served({ 'telemetry.host': '0.0.0.0' }).warnings).toEqual([])
  expect(served({ 'telemetry.host': '0.0.0.0' }, env).warnings).toEqual([expect.stringContaining('TLS')])
})

it('a token that cannot be used refuses the start', () => {
  expect(() => served({}, { QUOIN_DASHBOARD_TOKEN: 'short' })).toThrow(/^dashboard.tokenFile: expected 16/)
})
