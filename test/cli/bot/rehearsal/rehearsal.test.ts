// The throw-away bot does all that a real one does when a market jumps, and does it every time.

import { describe, expect, it } from 'vitest'
import { Rehearsal } from '../../../../src/cli/bot/rehearsal/rehearsal.js'
import { loadConfig, parseConfig } from '../../../../src/config/config.js'
import { processSigning } from '../../../../src/signing/open-signing.js'

const { signing } = await processSigning()
const WALL_MS = 1_790_000_000_000
const config = loadConfig('config/example.yaml')
const narrow = parseConfig({
  file: 'config/narrow.yaml',
  text: JSON.stringify({
    venue: { profile: config.venue.profile, url: 'http://127.0.0.1:1', apiKey: 'none of anybody' },
    markets: { ids: ['m1'] },
    strategy: { name: 'as-logit' },
    risk: { maxOrderShares: 1, maxTotalShares: 0 },
  }),
})

describe.each([
  ['the limits of the example', config],
  ['limits that let nothing rest', narrow],
])('a rehearsal beside %s', (_name, given) => {
  it('signs, places and cancels on both sides at every jump, as often as it is asked to go on', async () => {
    const rehearsal = await Rehearsal.open(given, signing, WALL_MS)
    for (let step = 0; step < 40; step++) rehearsal.step()
    const { orders, cancels } = rehearsal.sent
    for (let step = 0; step < 40; step++) rehearsal.step()
    rehearsal.close()
    // ten jumps: a cancel for both orders, and two new ones
    expect(rehearsal.sent.orders - orders).toBe(20)
    expect(rehearsal.sent.cancels - cancels).toBe(10)
  })
})

it('does it at every call where it keeps all of it warm', async () => {
  const rehearsal = await Rehearsal.open(config, signing, WALL_MS)
  for (let step = 0; step < 40; step++) rehearsal.step()
  const { orders, cancels } = rehearsal.sent
  for (let jump = 0; jump < 10; jump++) rehearsal.jump()
  rehearsal.close()
  expect(rehearsal.sent.orders - orders).toBe(20)
  expect(rehearsal.sent.cancels - cancels).toBe(10)
})

it('does the same again', async () => {
  const sentBy = async () => {
    const rehearsal = await Rehearsal.open(config, signing, WALL_MS)
    for (let step = 0; step < 30; step++) rehearsal.step()
    return rehearsal.sent
  }
  expect(await sentBy()).toEqual(await sentBy())
})
