import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { check } from '../../../src/cli/commands/setup/check.js'
import { checkedStrategy } from '../../../src/cli/strategy/check-strategy.js'
import { parseConfig } from '../../../src/config/config.js'
import { headLine, recordLine } from '../../../src/recording/lines/record-line.js'
import { START_MS, sandboxRecords } from '../../backtest/made-markets.js'
import { captureContext } from '../commands/sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-check-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Its cache may lie beside it. */
const TAPE = join(folder, 'tape.jsonl')
const records = sandboxRecords({ durationMs: 20_000 }).map(recordLine)
writeFileSync(TAPE, `${[headLine('made', START_MS), ...records].join('\n')}\n`)
const FILE = join(folder, 'bot.yaml')
const configOf = (strategy: string, more = '') => `
venue: { profile: ${resolve('config/venues/sandbox.yaml')}, url: "http://127.0.0.1:1", apiKey: shared-key }
markets: { ids: [m] }
strategy: ${strategy}
${more}`
const checked = (strategy: string, more = '') =>
  checkedStrategy(parseConfig({ file: FILE, text: configOf(strategy, more) }))

/** A sound one, with something else in the place of its fair value's field. */
const source = (field = 'p', inputs = "['fair', 'inventory', 'time']") => `
import { bothBids, defineStrategy, limitByInventoryAndEnd, z } from ${JSON.stringify(resolve('src/index.js'))}
export const mine = defineStrategy({
  name: 'mine', description: 'x', inputs: ${inputs},
  params: z.strictObject({ distance: z.number().default(0.02), maxNet: z.number().default(200) }),
  quote(view, { distance, maxNet }) {
    if (view.fair === undefined) return { quotes: [] }
    const p = view.fair.${field}
    const quotes = bothBids({ yes: p - distance, no: 1 - p - distance, size: 10 })
    return { quotes: limitByInventoryAndEnd(quotes, view, { maxNet, reduceOnlyMs: 0, stopMs: 0 }) }
  },
})
`

describe('a configured strategy', () => {
  it('passes with sound rules', async () => {
    writeFileSync(join(folder, 'mine.js'), source())
    expect(await checked('{ file: mine.js }')).toMatchObject({ types: 'not checked: it is no TypeScript', hints: [] })
    expect(await checked('{ name: best-bid-peg }')).toMatchObject({ types: 'not checked: it comes with Quoin' })
  })

  it('is refused for a type error, by file, line and column, before anything of it runs', async () => {
    writeFileSync(join(folder, 'typo.ts'), "const size: number = 'ten'\nthrow new Error('it ran')\n")
    const refused = checked('{ file: typo.ts }')
    await expect(refused).rejects.toMatchObject({ code: 'bad-config' })
    await expect(refused).rejects.toThrow(/expected no type errors, got 1:\n {2}\S*typo\.ts:1:7 Type 'string' is not/)
  })

  it.each([
    ['check', ['--offline']],
    ['backtest', ['--no-cache', '--json', '--tape', TAPE]],
    // on threads, as of longer tapes
    ['backtest', ['--threads', '2', '--json', '--tape', TAPE]],
  ])('that ends the process does not pass %s in silence', (command, more) => {
    const text = source().replace('const p =', 'process.exit(0)\n    const p =')
    writeFileSync(join(folder, 'exits.mjs'), text)
    const bot = join(folder, 'exits.yaml')
    writeFileSync(bot, configOf('{ file: exits.mjs }').replace('ids: [m]', 'select: { minTimeLeftSec: 15 }'))
    const args = ['--import', 'tsx', resolve('src/cli/main.ts'), command, bot, ...more]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect({ status, stderr }).toMatchObject({
      status: 3,
      stderr: expect.stringMatching(
        /bad-config.*expected one that answers, got one that ends the process \(.*exits\.mjs:8:\d+\)/,
      ),
    })
  })

  it.each([
    ['a promise that it lets go of', "globalThis.gone ??= Promise.reject(new Error('let go'))", '--no-cache'],
    ['the same on a thread', "globalThis.gone ??= Promise.reject(new Error('let go'))", '--threads=2'],
    ['an exception in a timer of it', "setImmediate(() => { throw new Error('let go') })", '--no-cache'],
  ])('that fails by %s is not said to end the process', (_, fault, flag) => {
    writeFileSync(join(folder, 'fails.mjs'), source().replace('const p =', `${fault}\n    const p =`))
    const bot = join(folder, 'fails.yaml')
    writeFileSync(bot, configOf('{ file: fails.mjs }').replace('ids: [m]', 'select: { minTimeLeftSec: 15 }'))
    const args = ['--import', 'tsx', resolve('src/cli/main.ts'), 'backtest', bot, '--json', '--tape', TAPE, flag]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    const [first = ''] = stderr.split('\n').filter((line) => line.startsWith('{"error"'))
    expect({ status, error: JSON.parse(first).error }).toMatchObject({
      status: 1,
      error: { code: 'internal', message: expect.stringMatching(/^nobody caught: let go \(.*fails\.mjs:8:\d+\)$/) },
    })
  })

  it('is refused for reading what it has not declared, each thing once and the cause first', async () => {
    writeFileSync(join(folder, 'undeclared.js'), source('p', "['fair', 'time']"))
    await expect(checked('{ file: undeclared.js }')).rejects.toThrow(
      /keeps the rules with these parameters \(\S*undeclared\.js:6\), got 2:\n {2}reads only what it declares.*'inventory' among inputs\n {2}does not throw.*and \d+ more\): it threw: .* \(\S*undeclared\.js:\d+:\d+\)$/,
    )
  })

  it('says with what it threw that its types were not looked at', async () => {
    const project = join(folder, 'uncompiled')
    mkdirSync(join(project, 'node_modules/typescript'), { recursive: true })
    writeFileSync(
      join(project, 'node_modules/typescript/package.json'),
      '{ "main": "index.cjs", "bin": { "tsc": "x" } }',
    )
    writeFileSync(join(project, 'node_modules/typescript/index.cjs'), '')
    writeFileSync(join(project, 'threw.ts'), source('q.r'))
    const refused = checked('{ file: uncompiled/threw.ts }')
    await expect(refused).rejects.toThrow(/it threw: .*\n {2}types: not checked: the compiler says /)
  })

  it('is refused by its file where its declaration says nothing', async () => {
    writeFileSync(join(folder, 'fare.js'), source('p', "['fare']"))
    await expect(checked('{ file: fare.js }')).rejects.toThrow(/^mine: inputs: .*, got fare \(\S*fare\.js\)$/)
  })

  it('is judged with the parameters of the configuration', async () => {
    writeFileSync(join(folder, 'mine.js'), source())
    await expect(checked('{ file: mine.js, params: { maxNet: 9000000 } }')).rejects.toThrow('inventory is bounded')
    await expect(checked('{ name: fixed-spread, params: { maxNet: 9000000 } }')).rejects.toThrow('inventory is bounded')
  })

  it('is told which of its signals nobody tells', async () => {
    writeFileSync(join(folder, 'reads.js'), source('p', "['fair', 'inventory', 'time', 'signals'], signals: ['model']"))
    const { hints } = await checked('{ file: reads.js }')
    expect(hints).toEqual(["the strategy reads the signal 'model', and no source tells it"])
    const http = 'signals: { http: [{ name: model, url: "http://127.0.0.1:1", value: /p }] }'
    expect((await checked('{ file: reads.js }', http)).hints).toEqual([])
    expect((await checked('{ file: reads.js }', 'signals: { files: [{ path: any.json }] }')).hints).toEqual([])
  })
})

it('the command says what was checked', async () => {
  writeFileSync(join(folder, 'mine.js'), source())
  writeFileSync(FILE, configOf('{ file: mine.js }'))
  const run = captureContext(false)
  expect(await check(FILE, { offline: true }, run.context)).toBe('ok')
  expect(run.stdout).toContain(
    'strategy: passes the conformance kit with these parameters; types: not checked: it is no TypeScript',
  )
})

it('the command shows the parameters, those too that nobody wrote down', async () => {
  writeFileSync(FILE, configOf('{ name: fixed-spread, params: { size: 7 } }'))
  const run = captureContext(false)
  await check(FILE, { offline: true }, run.context)
  expect(run.stdout).toMatch(/^parameters: halfSpread 0\.02, size 7, /m)
})

it('the command names the place of a tape that is not there', async () => {
  writeFileSync(FILE, `${configOf('{ name: fixed-spread }')}backtest: { tape: away.jsonl }\n`)
  const checked = check(FILE, { offline: true }, captureContext(false).context)
  await expect(checked).rejects.toThrow(/\.yaml:\d+:\d+ backtest\.tape: expected a tape at .*away\.jsonl/)
})
