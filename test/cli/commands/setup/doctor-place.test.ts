// `quoin doctor --place` as a command: when it sends nothing, and what is left when a person stops it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { doctorPlace, type PlaceFlags } from '../../../../src/cli/commands/setup/doctor-place.js'
import { lockWallet } from '../../../../src/execution/journal/lock/wallet-lock.js'
import { MARKETS, openTrialVenue, type TrialVenue } from '../../../doctor/place/trial-venue.js'
import { captureContext } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-place-'))
const env = { QUOIN_STATE_DIR: join(folder, 'state') }
let there: TrialVenue
beforeAll(async () => {
  there = await openTrialVenue()
})
afterAll(async () => {
  await there.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  there.venue.traffic.length = 0
})

async function place(flags: PlaceFlags, more = '', json = false, stop?: Promise<string>) {
  const path = there.venue.config(more, MARKETS)
  const run = captureContext(json, env)
  const signals = () => ({ first: stop ?? new Promise<string>(() => undefined), release: () => undefined })
  let exit: string | { code: string; message: string }
  try {
    exit = await doctorPlace(path, flags, run.context, signals)
  } catch (thrown) {
    exit = thrown as { code: string; message: string }
  }
  return { exit, stdout: run.stdout, stderr: run.stderr }
}

it('sends nothing where nobody can be asked, and says what it would send', async () => {
  const { exit, stdout, stderr } = await place({ yes: false }, '', true)
  expect(exit).toBe('pending')
  const { placed, would } = JSON.parse(stdout)
  expect(placed).toBe(false)
  expect(would.join('\n')).toContain('4 orders of')
  expect(stderr).toBe('')
  expect(there.venue.submits()).toEqual([])
})

it('sends nothing after a failure of the doctor, and names it', async () => {
  const { exit, stdout, stderr } = await place({ yes: true }, 'risk: { maxOrderShares: 0.01 }\n')
  expect(exit).toBe('refused')
  expect(stdout).toContain('FAILED   signed order')
  expect(stderr).toContain('nothing is placed before that is mended')
  expect(there.venue.submits()).toEqual([])
})

it('sends nothing beside a bot of the same wallet, and in a market that it cannot use', async () => {
  const { chainId } = there.venue.server.profile.typedData.domain
  const lock = await lockWallet({ folder: env.QUOIN_STATE_DIR, chainId, account: there.venue.account })
  const held = await place({ yes: true })
  await lock.release()
  expect(held.exit).toMatchObject({
    code: 'journal-failed',
    message: expect.stringContaining('one process per wallet'),
  })
  const absent = await place({ yes: true, market: 'toaster' })
  expect(absent.exit).toMatchObject({ code: 'not-found' })
  expect(there.venue.submits()).toEqual([])
})

it('cancels what it placed when a person stops it, and writes over no file', async () => {
  const bot = there.venue.config('', MARKETS)
  const taken = await place({ yes: true, profileOut: bot })
  expect(taken.exit).toMatchObject({ code: 'bad-argument', message: expect.stringContaining('would be lost') })
  expect(there.venue.submits()).toEqual([])
  const resting = (async () => {
    while (there.venue.resting().length < 2) await new Promise((done) => setTimeout(done, 5))
    return 'SIGINT'
  })()
  const { exit, stdout, stderr } = await place({ yes: true }, '', false, resting)
  expect(stderr).toContain('SIGINT: stopping')
  expect(stdout).toMatch(/skipped {2}expiration {6}stopped before it was seen/)
  expect(stdout).toContain('cleared         a list shows none of the orders any more')
  expect(exit).toBe('ok')
  expect(there.venue.resting()).toEqual([])
})
