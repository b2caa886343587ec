import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockWallet, raiseFence } from '../../../../src/execution/journal/lock/wallet-lock.js'
import { StoppedWaiting } from '../../../../src/execution/lease.js'
import { diskSteps } from '../../../files/disk-steps.js'

const account = `0x${'Ab'.repeat(20)}` as const

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-wallets-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

it('is held once per wallet and chain, and free again after its release', async () => {
  const lock = await lockWallet({ folder, chainId: 1, account })
  await expect(lockWallet({ folder, chainId: 1, account })).rejects.toMatchObject({
    code: 'journal-failed',
    message: expect.stringContaining('expected one process per wallet, got a second one'),
  })
  const other = await lockWallet({ folder, chainId: 2, account })
  await other.release()
  await lock.release()
  await (await lockWallet({ folder, chainId: 1, account })).release()
})

it('has a number that rises with each holder, and comes never twice', async () => {
  const place = { folder, chainId: 1, account }
  const fences: number[] = []
  for (let n = 0; n < 3; n++) {
    const lease = await lockWallet(place)
    fences.push(lease.fence)
    await lease.release()
  }
  expect(fences).toEqual([1, 2, 3])
  expect((await lockWallet({ ...place, chainId: 2 })).fence).toBe(1)
  writeFileSync(join(folder, 'wallets', `1-${account.toLowerCase()}.fence`), '')
  await expect(lockWallet(place)).rejects.toMatchObject({ message: expect.stringMatching(/fence: expected a number/) })
  // whoever could not have it holds nothing
  writeFileSync(join(folder, 'wallets', `1-${account.toLowerCase()}.fence`), '7')
  expect((await lockWallet(place)).fence).toBe(8)
})

it('has its number on the disk with its name when it is taken: one that a loss of power takes back would come twice', async () => {
  const steps = diskSteps()
  const place = { folder, chainId: 1, account }
  const { fence } = await lockWallet(place)
  const name = `1-${account.toLowerCase()}.fence`
  const draft = `${name}.${process.pid}`
  const kept = [`write ${draft}`, `sync ${draft}`, `rename ${draft} ${name}`, 'sync wallets']
  expect(steps.slice(-4)).toEqual(kept)
  raiseFence(place, fence + 1)
  expect(steps.slice(-4)).toEqual(kept)
})

it('is lost when another holder stands in its place', async () => {
  const lease = await lockWallet({ folder, chainId: 1, account })
  expect(lease.lost()).toBeUndefined()
  const path = join(folder, 'wallets', `1-${account.toLowerCase()}.lock`)
  writeFileSync(path, JSON.stringify({ pid: 1, start: '', host: 'elsewhere' }))
  await vi.waitFor(() => expect(lease.lost()).toContain('another process has taken the wallet over'))
  await lease.release()
  expect(readFileSync(path, 'utf8')).toContain('elsewhere')
})

it('is lost when it cannot be read, and says that it is not gone', async () => {
  const lease = await lockWallet({ folder, chainId: 1, account })
  const path = join(folder, 'wallets', `1-${account.toLowerCase()}.lock`)
  rmSync(path)
  mkdirSync(path)
  await vi.waitFor(() =>
    expect(lease.lost()).toMatch(/^the lock of the wallet cannot be read, .*EISDIR.*: restart the bot/),
  )
  await lease.release()
  rmSync(path, { recursive: true })
})

it('is lost when somebody has removed it, and says that, and that a restart is needed and a resume after it', async () => {
  const lease = await lockWallet({ folder, chainId: 1, account })
  rmSync(join(folder, 'wallets', `1-${account.toLowerCase()}.lock`))
  await vi.waitFor(() =>
    expect(lease.lost()).toMatch(/^the lock of the wallet is gone, .*: restart the bot, .* resume/),
  )
  await lease.release()
})

it('says which folder cannot be used, and how to choose another', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  await expect(lockWallet({ folder: file, chainId: 1, account })).rejects.toMatchObject({
    code: 'journal-failed',
    message: expect.stringMatching(/file\/wallets: expected a state folder .*QUOIN_STATE_DIR/),
  })
})

it('goes on above a number that another count has given', async () => {
  const place = { folder, chainId: 1, account }
  const lease = await lockWallet(place)
  raiseFence(place, 1000)
  await lease.release()
  expect((await lockWallet(place)).fence).toBe(1001)
})

describe('one that is waited for', () => {
  const never = new Promise(() => undefined)

  /** As a container on this volume leaves it that was removed by force. */
  function leftBy(host: string, touchedMs: number, more: { readonly space?: string } = {}): string {
    mkdirSync(join(folder, 'wallets'))
    const path = join(folder, 'wallets', `1-${account.toLowerCase()}.lock`)
    writeFileSync(path, JSON.stringify({ pid: 1, start: '7', host, ...more }))
    utimesSync(path, touchedMs / 1000, touchedMs / 1000)
    return path
  }

  it('is taken from a container that is gone, once nobody has touched it for 30 s', async () => {
    leftBy('gone', Date.now() - 29_000)
    const notes: string[] = []
    const wait = { whenHeld: 'refuse' as const, note: (text: string) => notes.push(text), stopped: never }
    const lease = await lockWallet({ folder, chainId: 1, account }, wait)
    expect(notes).toEqual([expect.stringMatching(/process 1 on gone holds it: waiting until .* untouched for 30 s/)])
    await lease.release()
  })

  it('is not taken from a container beside this one, as of the same pod, before nobody has touched it for 7 s', async () => {
    leftBy(hostname(), Date.now() - 6000, { space: 'pid:[1]' })
    await expect(lockWallet({ folder, chainId: 1, account })).rejects.toMatchObject({ code: 'journal-failed' })
    const notes: string[] = []
    const wait = { whenHeld: 'refuse' as const, note: (text: string) => notes.push(text), stopped: never }
    const lease = await lockWallet({ folder, chainId: 1, account }, wait)
    expect(notes).toEqual([expect.stringContaining('untouched for 7 s')])
    await lease.release()
  })

  it('is refused as soon as its holder elsewhere is seen to live', async () => {
    const path = leftBy('lives', Date.now() - 2000)
    setTimeout(() => utimesSync(path, new Date(), new Date()), 400)
    const wait = { whenHeld: 'refuse' as const, note: () => undefined, stopped: never }
    await expect(lockWallet({ folder, chainId: 1, account }, wait)).rejects.toMatchObject({ code: 'journal-failed' })
  })

  it('is a living holder’s until that gives it back, and a stop ends the wait', async () => {
    const place = { folder, chainId: 1, account }
    const first = await lockWallet(place)
    const wait = { whenHeld: 'wait' as const, note: () => undefined }
    const stopped = new Promise((done) => setTimeout(done, 300))
    await expect(lockWallet(place, { ...wait, stopped })).rejects.toBeInstanceOf(StoppedWaiting)
    let isTaken = false
    const second = lockWallet(place, { ...wait, stopped: never }).finally(() => {
      isTaken = true
    })
    await new Promise((done) => setTimeout(done, 600))
    expect([isTaken, first.lost()]).toEqual([false, undefined])
    await first.release()
    expect((await second).fence).toBeGreaterThan(first.fence)
    await (await second).release()
  })
})
