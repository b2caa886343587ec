// A bot whose key is held by another process, over real processes: the bot's files have no key, a killed signer is waited for with everything
// cancelled, and quoting returns by itself.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BotProcess, killAll, runLive } from '../loopback/bot-process.js'
import { type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'

const WAIT = { timeout: 60_000, interval: 50 }

let venue: LoopbackVenue
let folder: string
beforeEach(async () => {
  venue = await openVenue()
  folder = mkdtempSync(join(tmpdir(), 'q-'))
})
afterEach(async () => {
  killAll()
  await venue.close()
  rmSync(folder, { recursive: true, force: true })
})

async function page(bot: BotProcess, path: string): Promise<string> {
  const { metrics } = Object(bot.line('running'))
  return (await fetch(new URL(path, metrics))).text()
}

it('quotes, waits while the signer is killed with everything cancelled, and quotes again', async () => {
  const config = venue.config()
  const written = readFileSync(config, 'utf8')
  const [, keyFile = ''] = /privateKeyFile: (\S+)/.exec(written) ?? []
  writeFileSync(
    config,
    written.replace(/wallet: .*/, `wallet: { signer: { socket: ${folder}/run/socket, address: "${venue.account}" } }`),
  )
  const [file, profile] = [join(folder, 'signer.yaml'), join(folder, 'venue.yaml')]
  writeFileSync(profile, JSON.stringify(venue.server.profile))
  const orders = { maxShares: 100_000, maxCollateral: 100_000, maxFeeRateBps: 1000, perMinute: 10_000 }
  writeFileSync(
    file,
    JSON.stringify({ profile, socket: 'run/socket', wallet: { privateKeyFile: resolve(keyFile) }, orders }),
  )
  mkdirSync(join(folder, 'state'))
  const env = { QUOIN_STATE_DIR: join(folder, 'state') }

  // without it the start says where it should be
  const alone = new BotProcess(['run', '--live', '--json', config], env)
  expect(await alone.ended()).toMatchObject({ code: 4 })
  expect(alone.stderr).toContain(`the signer at ${folder}/run/socket cannot be reached (ENOENT)`)

  const signer = new BotProcess(['signer', '--json', file])
  const bot = runLive(config, env)
  const quotes = () =>
    vi.waitFor(() => {
      if (bot.isOver) throw new Error(bot.stderr)
      expect(venue.resting().length).toBeGreaterThan(1)
    }, WAIT)
  await quotes()
  expect(await page(bot, '/metrics')).toContain('quoin_signing_path{path="signer"} 1')
  signer.signal('SIGKILL')
  await vi.waitFor(() => expect(venue.resting()).toEqual([]), WAIT)
  const status = JSON.parse(await page(bot, '/status'))
  expect(status).toMatchObject({ waiting: { cause: 'signer', reason: expect.stringContaining('the signer at') } })
  expect(status.halted).toBeUndefined()
  const sent = venue.submits().length
  const again = new BotProcess(['signer', '--json', file])
  await quotes()
  expect(venue.submits().length).toBeGreaterThan(sent)
  // what asks the bot beside it to read its configuration does not leave it without a key
  again.signal('SIGHUP')
  await new Promise((done) => setTimeout(done, 1000))
  expect(again.isOver).toBe(false)
  await quotes()
  bot.signal('SIGTERM')
  expect(await bot.ended()).toMatchObject({ code: 0 })
  again.signal('SIGTERM')
  expect(await again.ended()).toMatchObject({ code: 0 })
  expect(Object(again.line('stopped')).refused).toBe(0)
}, 240_000)
