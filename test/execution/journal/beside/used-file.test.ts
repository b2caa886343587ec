import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ByClass, LeftUse } from '../../../../src/domain/permit.js'
import { machineClock, UsedFile, usedIn } from '../../../../src/execution/journal/beside/used-file.js'

let folder: string
let sinceBootMs: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-used-'))
  sinceBootMs = 5_000_000
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const NONE: LeftUse = { perMinute: 0, ending: [], strangers: 0 }
const LEFT: ByClass<LeftUse> = {
  ...{ read: { perMinute: 300, ending: [0, 4, 200], strangers: 7 }, write: { ...NONE, ending: [0, 0, 1] } },
  ...{ cancel: NONE, account: NONE },
}

function open(other: { keyHash?: string; boot?: string | undefined } = {}): UsedFile {
  const { keyHash, boot } = { keyHash: 'a', boot: 'this boot', ...other }
  return new UsedFile({ folder, keyHash, clock: { boot, sinceBootMs: () => sinceBootMs } })
}

function kept(file: UsedFile, left = LEFT): Promise<string | undefined> {
  return new Promise((resolve) => file.keep(left, resolve))
}

const path = () => join(folder, 'used.json')

describe('what a process leaves of the use of its key', () => {
  it('is nothing at first', () => {
    expect(open().found).toEqual({})
  })

  it('is found by the next one, with its age', async () => {
    expect(await kept(open())).toBeUndefined()
    sinceBootMs += 1500
    const { former, whyNot } = open().found
    expect(whyNot).toBeUndefined()
    expect(former?.read).toEqual({ ...LEFT.read, agoMs: 1500 })
    expect(former?.write).toEqual({ ...LEFT.write, agoMs: 1500 })
    expect(former && usedIn(former)).toBe(205)
  })

  it('is the last word where it was closed, whatever is still being written', async () => {
    const file = open()
    const written = kept(file, { ...LEFT, read: NONE })
    expect(file.close(LEFT)).toBeUndefined()
    expect(await written).toBeUndefined()
    file.keep({ ...LEFT, read: NONE }, () => undefined)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(open().found.former?.read.ending).toEqual(LEFT.read.ending)
  })

  it('does not move with a wall clock that is set', () => {
    const { boot, ...clock } = machineClock()
    const now = () => clock.sinceBootMs()
    const [from, wallMs] = [now(), Date.now()]
    expect(from).toBeGreaterThan(0)
    expect(boot === undefined || boot.length > 8).toBe(true)
    expect(Math.abs(now() - from - (Date.now() - wallMs))).toBeLessThan(1000)
  })

  it.each([
    ['of another key', { keyHash: 'b' }, 'it had another API key'],
    ['of another boot, or another machine', { boot: 'another' }, 'the machine was started since, or is another one'],
  ])('does not count where it is %s', async (_name, of, whyNot) => {
    await kept(open())
    expect(open(of).found).toEqual({ whyNot })
  })

  it('does not count where it is of a time that is still to come', async () => {
    await kept(open())
    sinceBootMs -= 1
    expect(open().found).toEqual({ whyNot: `${path()} is of a time that is still to come` })
  })

  it('is over after a little more than a minute', async () => {
    await kept(open())
    sinceBootMs += 65_001
    expect(open().found).toEqual({})
  })

  it.each([
    ['torn', (text: string) => text.slice(0, -20)],
    ['empty', () => ''],
    ['of another release', (text: string) => text.replace('"version":1', '"version":2')],
    ['of nonsense', (text: string) => text.replace('300', '-300')],
  ])('does not count where it is %s, and is written over', async (_name, spoil) => {
    await kept(open())
    writeFileSync(path(), spoil(readFileSync(path(), 'utf8')))
    const file = open()
    expect(file.found).toEqual({ whyNot: `${path()} is not whole` })
    await kept(file)
    expect(open().found.former?.read.ending).toEqual(LEFT.read.ending)
  })

  it('is not kept where nobody can tell one boot from another', () => {
    const file = open({ boot: undefined })
    file.keep(LEFT, () => undefined)
    expect(file.close(LEFT)).toBeUndefined()
    expect(open().found).toEqual({})
  })

  it('tells why it could not be written', async () => {
    mkdirSync(path())
    expect(open().found.whyNot).toContain('EISDIR')
    expect(await kept(open())).toContain('expected to write')
  })

  it('leaves nothing beside it where it cannot be put into its place', async () => {
    const file = open()
    mkdirSync(join(path(), 'in the way'), { recursive: true })
    expect(await kept(file)).toContain('used.json: expected to write, got ')
    expect(file.close(LEFT)).toContain('used.json: expected to write, got ')
    expect(readdirSync(folder)).toEqual(['used.json'])
  })

  it('is small, and holds no key', async () => {
    await kept(open())
    expect(readFileSync(path(), 'utf8').length).toBeLessThan(400)
  })
})
