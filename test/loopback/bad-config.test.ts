// A configuration that cannot be is refused before anything is sent, with the place of each problem.

import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBot } from '../../src/cli/bot/run-bot.js'
import { loadConfig } from '../../src/config/config.js'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import { captureContext } from '../cli/commands/sandbox.js'
import { killAll, runLive } from './bot-process.js'
import { type LoopbackVenue, openVenue } from './loopback-venue.js'

let venue: LoopbackVenue
beforeAll(async () => {
  venue = await openVenue()
})
afterAll(async () => {
  killAll()
  await venue.close()
})

const placeOf = (path: string, text: string) => {
  const before = readFileSync(path, 'utf8').split(text)[0] ?? ''
  const lines = before.split('\n')
  return `${path}:${lines.length}:${(lines.at(-1) ?? '').length + 1}`
}

describe('run --live', () => {
  it('names every problem with file, line and column, and ends in `bad-config`', async () => {
    const path = venue.config('feed: { staleAfterMs: soon }\nriks: { maxMarketLoss: 10 }\nrisk: { maxMarketLoss: -1 }')
    const bot = runLive(path)
    expect((await bot.ended()).code).toBe(EXIT_CODES['bad-config'].code)
    const { code, message } = JSON.parse(bot.stderr).error
    expect(code).toBe('bad-config')
    expect(message.split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringContaining(`${placeOf(path, 'staleAfterMs')} feed.staleAfterMs: expected`),
        expect.stringContaining(`${placeOf(path, 'riks:')} riks: expected a known key`),
        expect.stringContaining(`${placeOf(path, 'maxMarketLoss: -1')} risk.maxMarketLoss: expected`),
      ]),
    )
    expect(bot.stdout).toBe('')
    expect(venue.traffic).toEqual([])
  })
})

describe('a start', () => {
  const start = async (more: string, markets?: string) => {
    const config = loadConfig(venue.config(more, markets))
    return runBot(config, { mode: 'live' }, captureContext(true).context)
  }

  it.each([
    [
      'an unknown strategy parameter',
      'strategy: { name: as-logit, params: { gama: 1 } }',
      /:\d+:\d+ .*gama.*known key/,
    ],
    ['an unknown strategy', 'strategy: { name: as-logik }', /strategy.*as-logik/],
  ])('refuses %s', async (_name, line, message) => {
    const path = venue.config()
    const text = readFileSync(path, 'utf8').replace('strategy: { name: as-logit }', line)
    writeFileSync(path, text)
    const run = async () => runBot(loadConfig(path), { mode: 'live' }, captureContext(true).context)
    await expect(run()).rejects.toMatchObject({ code: 'bad-config', message: expect.stringMatching(message) })
  })

  it('refuses two kinds of market choice', async () => {
    await expect(start('', '{ ids: [a], select: {} }')).rejects.toMatchObject({
      code: 'bad-config',
      message: expect.stringMatching(/:\d+:\d+ markets: expected exactly one of ids, select/),
    })
  })
})
