// A key pasted into any argument or option of any command is printed by none of them.

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEYS_OF_EVERY_KIND } from '../planted-keys.js'
import { PROGRAM } from '../program.js'

const HEX = KEYS_OF_EVERY_KIND['hex with 0x']
const API = KEYS_OF_EVERY_KIND['brand and tier']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-pasted-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function said(args: readonly string[]): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...args], {
    encoding: 'utf8',
    cwd: folder,
  })
  return { status, text: stdout + stderr }
}

describe('a key on the command line', () => {
  it.each([
    ['init', 'a.yaml', '--for', 'testnet', '--url', HEX],
    ['init', 'a.yaml', '--for', 'sandbox', '--strategy', API],
    ['tape', 'info', HEX],
    ['replay', HEX],
    ['worker', '--queue', HEX],
    ['doctor', API],
    ['check', `./${HEX}.yaml`],
    ['run', `${HEX}/config.yaml`, '--json'],
    ['serve', '--data', join(tmpdir(), HEX, 'x')],
    ['calibrate', API, 'b.json'],
    ['export', 'fills', HEX],
    ['schema', HEX],
  ])('%s %s %s', (...args) => {
    const { status, text } = said(args)
    expect(status).not.toBe(0)
    expect(text).not.toContain(HEX.slice(2))
    expect(text).not.toContain(API)
    expect(text).toContain('[secret]')
  })

  it.each([
    ['--api-key-file', API],
    ['--key-file', HEX],
  ])('in the place of the file of it is not written: %s', (flag, key) => {
    const { status, text } = said(['init', `b.yaml`, '--for', 'testnet', '--url', 'http://127.0.0.1:1', flag, key])
    expect(status).toBe(2)
    expect(text).toContain(`${flag}: expected the path of a file, got what looks like a key`)
    expect(() => readFileSync(join(folder, 'b.yaml'))).toThrow(/ENOENT/)
  })

  it('is shown where it is an id: in the name of a file that is there', () => {
    copyFileSync('package.json', join(folder, `${HEX}.yaml`))
    expect(said(['check', `${HEX}.yaml`]).text).toContain(HEX)
  })
})
