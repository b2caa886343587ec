import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BUNDLED_STRATEGIES, loadStrategy } from '../../../src/cli/strategy/load-strategy.js'
import { parseConfig } from '../../../src/config/config.js'
import { exampleGroupView } from '../../../src/strategy/view/example-group.js'
import { exampleView } from '../../../src/strategy/view/example-view.js'
import { ofMarket } from '../../scopes.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-strategy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (strategy: string) => `
venue: { profile: ${resolve('config/venues/sandbox.yaml')}, url: "http://127.0.0.1:1", apiKey: shared-key }
markets: { ids: [m] }
strategy: ${strategy}
`
const config = (strategy: string) => parseConfig({ file: join(folder, 'bot.yaml'), text: textOf(strategy) })

describe('loadStrategy', () => {
  it.each(BUNDLED_STRATEGIES.map(({ name }) => name))('finds %s and lets it quote', async (name) => {
    const strategy = await loadStrategy(config(`{ name: ${name} }`))
    expect(strategy.name).toBe(name)
    const { quote } = strategy
    const quotes =
      quote.scope === 'group'
        ? quote.quote(exampleGroupView()).markets.flatMap((market) => market.quotes)
        : quote(exampleView()).quotes
    expect(quotes.length).toBeGreaterThan(0)
  })

  it('names the known ones for an unknown name, and its place', async () => {
    await expect(loadStrategy(config('{ name: nope }'))).rejects.toThrow(
      /bot\.yaml:4:13 strategy\.name: expected one of as-logit, best-bid-peg, fixed-spread, group-consistent/,
    )
  })

  it('names the place of a file that is not there', async () => {
    await expect(loadStrategy(config('{ file: away.ts }'))).rejects.toThrow(
      /bot\.yaml:4:13 strategy\.file: expected a module at .*away\.ts/,
    )
  })

  it('places a wrong parameter in the file', async () => {
    await expect(loadStrategy(config('{ name: as-logit, params: { sise: 3 } }'))).rejects.toThrow(
      /bot\.yaml:4:\d+ strategy\.params\.sise: expected a known key, got "sise"; did you mean "size"\?/,
    )
  })

  it.each([
    ['a syntax error of a module', 'syntax.mjs', 'export const a = 1\nconst = 5\n', 2],
    ['one of CommonJS', 'syntax.cjs', 'exports.a = 1\n\nconst = 5\n', 3],
    ['what it throws when it is loaded', 'throws.mjs', "export const a = 1\n\n\nthrow new Error('no')\n", 4],
    ['the same where its project has no modules', 'throws.js', "export const a = 1\n\nthrow new Error('no')\n", 3],
    ["another text's syntax error", 'parses.mjs', "export const a = 1\n\nJSON.parse('{')\n", 3],
  ])('names the line of %s', async (_, name, text, line) => {
    writeFileSync(join(folder, name), text)
    const place = `${join(folder, name)}:${line}`.replaceAll('.', '\\.')
    await expect(loadStrategy(config(`{ file: ${name} }`))).rejects.toThrow(new RegExp(`${place}(?!\\d)`))
  })

  it.each([
    ['ends the process', 'exits.cjs', 'process.exit(0)\n'],
    ['waits for what never comes', 'waits.mjs', 'await new Promise(() => undefined)\n'],
  ])('a file that %s does not pass a check in silence', (_, name, text) => {
    writeFileSync(join(folder, name), text)
    const bot = join(folder, `${name}.yaml`)
    writeFileSync(bot, textOf(`{ file: ${name} }`))
    const args = ['--import', 'tsx', resolve('src/cli/main.ts'), 'check', bot, '--offline']
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ status, stderr }).toMatchObject({
      status: 3,
      stderr: expect.stringContaining(`${name}, got one that ends`),
    })
  })

  it.each(['mjs', 'mts'])('reads a file of kind %s anew the next time, with what it imports', async (kind) => {
    writeFileSync(
      join(folder, `read.${kind}`),
      `import { z } from ${JSON.stringify(import.meta.resolve('zod'))}
import { name } from './named.${kind}'
export const own = { name, description: 'x', params: z.strictObject({}), inputs: [], quote: () => ({ quotes: [] }) }
`,
    )
    const named = (name: string) => writeFileSync(join(folder, `named.${kind}`), `export const name = '${name}'`)
    const seen: string[] = []
    for (const name of ['first', 'second', 'third']) {
      named(name)
      seen.push((await loadStrategy(config(`{ file: read.${kind} }`))).name)
    }
    expect(seen).toEqual(['first', 'second', 'third'])
  })

  it('loads a TypeScript file beside the configuration', async () => {
    const entry = JSON.stringify(resolve('src/index.js'))
    writeFileSync(
      join(folder, 'own.ts'),
      `import { defineStrategy, z } from ${entry}
export const own = defineStrategy({
  name: 'own', description: 'x', params: z.strictObject({ size: z.number().default(7) }),
  inputs: [],
  quote: (view: unknown, { size }: { size: number }) => ({ quotes: [{ outcome: 0, side: 'BUY', price: 0.4, size }] }),
})
`,
    )
    const strategy = await loadStrategy(config('{ file: own.ts }'))
    expect(strategy).toMatchObject({ name: 'own', params: { size: 7 } })
    expect(ofMarket(strategy.quote)(exampleView()).quotes).toEqual([{ outcome: 0, side: 'BUY', price: 0.4, size: 7 }])
  })

  it('says which file it could not load', async () => {
    await expect(loadStrategy(config('{ file: absent.ts }'))).rejects.toMatchObject({ code: 'bad-config' })
  })
})
