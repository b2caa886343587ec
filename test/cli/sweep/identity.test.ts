import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { strategyHash } from '../../../src/cli/sweep/identity.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-identity-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), text)
}
const hash = (file: string) => strategyHash({ folder, strategy: { file, params: {}, slowAfterMs: 5, maxLevels: 3 } })

describe("the hash of a strategy's file", () => {
  it.each([
    ['a.ts', "import { D } from './lib/a.js'", 'lib/a.ts'],
    ['b.mjs', "import { D } from './lib/b.mjs'", 'lib/b.mjs'],
    ['c.mts', "export * from './lib/c.mjs'", 'lib/c.mts'],
    ['d.cjs', "const { D } = require('./lib/d.cjs')", 'lib/d.cjs'],
    ['e.cjs', "const { D } = require('./lib/e')", 'lib/e/index.js'],
    ['f.ts', "import numbers from './lib/f.json' with { type: 'json' }", 'lib/f.json'],
    ['g.ts', "const { D } = await import('./lib/g.js')", 'lib/g.js'],
  ])('%s: %s is another one where the other file is', (file, text, imported) => {
    write(file, text)
    write(imported, '1')
    const before = hash(file)
    expect(hash(file)).toBe(before)
    write(imported, '2')
    expect(hash(file)).not.toBe(before)
  })

  it('has what is imported by way of another file, round and round', () => {
    write('first.mjs', "import './second.mjs'")
    write('second.mjs', "import './first.mjs'; import './third.mjs'")
    write('third.mjs', '1')
    const before = hash('first.mjs')
    write('third.mjs', '2')
    expect(hash('first.mjs')).not.toBe(before)
  })

  it('is none of a strategy that comes with Quoin', () => {
    expect(strategyHash({ folder, strategy: { name: 'as-logit', params: {}, slowAfterMs: 5, maxLevels: 3 } })).toBe(
      undefined,
    )
  })
})
