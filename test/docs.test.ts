// The documents say what the code says. After a change of the code: UPDATE_DOCS=1 npx vitest run test/docs.test.ts

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tsImport } from 'tsx/esm/api'
import { describe, expect, it } from 'vitest'
import { checkStrategy } from '../src/strategy/conformance/conformance.js'
import { type AnyStrategy, isOfGroup } from '../src/strategy/contract.js'
import { strategyInModule } from '../src/strategy/find-strategy.js'
import { INPUT_FIELDS, INPUTS } from '../src/strategy/inputs.js'
import { bindStrategy } from '../src/strategy/parse-params.js'
import { exampleView } from '../src/strategy/view/example-view.js'
import { docTables } from './docs/tables.js'
import { marketStrategy } from './scopes.js'

const pages = await docTables()
const DOCS = ['README.md', 'CHANGELOG.md', 'bench/README.md', ...readdirSync('docs').map((name) => join('docs', name))]

const between = (name: string) => new RegExp(`(<!-- ${name}: made from the code -->\n)[\\s\\S]*?(<!-- end -->)`)

describe.each(Object.entries(pages))('%s', (page, tables) => {
  it.each(Object.entries(tables))('has the table "%s" as the code has it', (name, made) => {
    const text = readFileSync(page, 'utf8')
    expect(text).toMatch(between(name))
    const fresh = text.replace(between(name), (_all, start, end) => `${start}\n${made}\n\n${end}`)
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, fresh)
    else expect(text, 'written anew by UPDATE_DOCS=1 npx vitest run test/docs.test.ts').toBe(fresh)
  })
})

/** The strategy that the block of code defines. */
async function strategyOf(block: string, entry: string): Promise<AnyStrategy> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-readme-'))
  const file = join(folder, 'mine.ts')
  writeFileSync(file, block.replaceAll(entry, JSON.stringify(resolve('src/index.js'))))
  const strategy = strategyInModule(await tsImport(pathToFileURL(file).href, import.meta.url), file)
  rmSync(folder, { recursive: true })
  return strategy
}

/** The names by which links lead to the headings of a page. */
function headingsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8').replaceAll(/```[\s\S]*?```/g, '')
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

describe('every document', () => {
  it.each(DOCS)('%s links only to what exists, headings included', (page) => {
    for (const [, target = '', heading] of readFileSync(page, 'utf8').matchAll(/\]\(([^)#]*)(?:#([^)]*))?\)/g)) {
      if (/^https?:/.test(target)) continue
      const path = target === '' ? page : join(dirname(page), target)
      expect({ page, path, exists: existsSync(path) }).toMatchObject({ exists: true })
      if (heading !== undefined)
        expect({ page, path, headings: headingsOf(path) }).toMatchObject({
          headings: expect.arrayContaining([heading]),
        })
    }
  })

  it('docs/strategies.md has a row for each input, with the fields that it puts into the view', () => {
    const [, inputs = ''] = readFileSync('docs/strategies.md', 'utf8').split(/^## /m)
    const rows = [...inputs.matchAll(/^\| `(\w+)` \| ([^|]*) \| [^|]* \|$/gm)]
    expect(rows.map(([, input]) => input)).toEqual(INPUTS)
    for (const [, input = '', shown] of rows) {
      const fields = Object.entries(INPUT_FIELDS).flatMap(([name, all]) => (name === input ? all : []))
      for (const field of fields)
        expect({ input, shown }).toMatchObject({ shown: expect.stringMatching(`\`${field}\\b`) })
    }
  })

  it('README lists every page of docs, and its two commands exist', () => {
    const readme = readFileSync('README.md', 'utf8')
    for (const name of readdirSync('docs')) expect(readme).toContain(`(docs/${name})`)
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(readme).toContain('npm ci && npm start')
    expect(readme).toContain('npm ci && npm run check')
    expect(scripts).toMatchObject({ start: expect.any(String), check: expect.any(String) })
  })

  it.each([
    ['README.md', "'../src/index.js'"],
    ['docs/strategies.md', "'quoin'"],
  ])("%s's strategy works, and passes the conformance kit", async (page, entry) => {
    const [, block = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? []
    const strategy = marketStrategy(await strategyOf(block, entry))
    expect(bindStrategy(strategy)(exampleView(), strategy.init?.(exampleView().market, {})).quotes).toHaveLength(2)
    expect(checkStrategy(strategy)).toEqual([])
  })

  it('the strategy beside compose.yaml works, and passes the conformance kit', async () => {
    const text = readFileSync('config/deploy/strategies/two-cents.ts', 'utf8')
    expect(checkStrategy(await strategyOf(text, "'quoin'"))).toEqual([])
  })

  it('the example of a model works, and passes the conformance kit', async () => {
    const blocks = [...readFileSync('docs/strategies.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)]
    const [, block = ''] = blocks.find(([text]) => text.includes('microprice')) ?? []
    const strategy = marketStrategy(await strategyOf(block, "'quoin'"))
    expect(bindStrategy(strategy)(exampleView(), undefined).quotes).toHaveLength(2)
    expect(checkStrategy(strategy)).toEqual([])
  })

  it('the example of a group works, and passes the conformance kit', async () => {
    const blocks = [...readFileSync('docs/strategies.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)]
    const [, block = ''] = blocks.find(([text]) => text.includes("scope: 'group'")) ?? []
    const strategy = await strategyOf(block, "'quoin'")
    expect(isOfGroup(strategy)).toBe(true)
    expect(checkStrategy(strategy)).toEqual([])
  })

  it('README names every strategy', () => {
    const readme = readFileSync('README.md', 'utf8')
    for (const file of readdirSync('strategies')) expect(readme).toContain(file.replace('.ts', ''))
  })
})
