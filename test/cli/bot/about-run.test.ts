import { expect, it } from 'vitest'
import { aboutRun } from '../../../src/cli/bot/about-run.js'
import { configWith } from '../../keys/bot-file.js'
import type { Changes } from '../../keys/key-rows.js'

const about = (changes: Changes = {}) =>
  aboutRun({
    ...{ config: configWith(changes), mode: 'paper', strategy: { name: 'mine' }, name: 'bot.yaml', wallet: undefined },
    startedMs: 0,
  })

it('says what runs, where and since when; no wallet on paper', () => {
  expect(about()).toMatchObject({
    ...{ mode: 'paper', strategy: 'mine', config: 'bot.yaml', pid: process.pid, startedAt: '1970-01-01T00:00:00.000Z' },
    venue: configWith().venue.profile.name,
  })
  expect(about()).not.toHaveProperty('wallet')
})

it('another configuration has another hash', () => {
  expect(about().configHash).toBe(about().configHash)
  expect(about({ 'risk.maxMarketShares': 7 }).configHash).not.toBe(about().configHash)
  expect(JSON.stringify(about({ 'venue.apiKey': 'a-key-that-is-secret' }))).not.toContain('a-key-that-is')
})
