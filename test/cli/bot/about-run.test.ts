import { expect, it } from 'vitest'
import { aboutRun } from '../../../src/cli/bot/about-run.js'
import { inForce } from '../../../src/cli/reload/in-force.js'
import { configWith } from '../../keys/bot-file.js'
import type { Changes } from '../../keys/key-rows.js'

async function about(changes: Changes = {}) {
  const process = { connection: {}, clock: { wallMs: () => 0 } }
  const reloading = { now: await inForce(configWith(changes), {}) }
  return aboutRun({ ...process, reloading }, { mode: 'paper', name: 'bot.yaml' })
}

it('says what runs, where and since when; no wallet on paper', async () => {
  const said = await about()
  expect(said).toMatchObject({
    ...{ mode: 'paper', strategy: configWith().strategy.name, config: 'bot.yaml', pid: process.pid },
    ...{ startedAt: '1970-01-01T00:00:00.000Z', configLoadedAt: '1970-01-01T00:00:00.000Z' },
    venue: configWith().venue.profile.name,
  })
  expect(said).not.toHaveProperty('wallet')
})

it('another configuration has another hash', async () => {
  const { configHash } = await about()
  expect((await about()).configHash).toBe(configHash)
  expect((await about({ 'risk.maxMarketShares': 7 })).configHash).not.toBe(configHash)
  expect(JSON.stringify(await about({ 'venue.apiKey': 'a-key-that-is-secret' }))).not.toContain('a-key-that-is')
})
