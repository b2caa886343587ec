// The package as npm makes it from a fresh clone, installed into an empty project: its program, its types, strategies of the user's own.
// npm fetches the dependencies, so the registry or a full cache of it is needed.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

const folder = mkdtempSync(join(tmpdir(), 'quoin-package-'))
const clone = join(folder, 'clone')
const project = join(folder, 'project')
let running: ChildProcess | undefined
afterAll(async () => {
  if (running?.pid !== undefined && running.exitCode === null && running.signalCode === null) {
    process.kill(-running.pid, 'SIGKILL')
    await once(running, 'exit')
  }
  rmSync(folder, { recursive: true, force: true })
})

function run(command: string, args: readonly string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}

function succeed(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = run(command, args, cwd)
  expect(status, `${command} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

/** What a clone would hold: the files that git knows or would take up, and nothing built. */
function makeClone(): void {
  const files = succeed('git', ['ls-files', '-co', '--exclude-standard', '-z'], process.cwd()).split('\0')
  for (const file of files.filter((name) => name !== '')) {
    mkdirSync(dirname(join(clone, file)), { recursive: true })
    cpSync(file, join(clone, file))
  }
  // an operator's own
  mkdirSync(join(clone, 'config/deploy/secrets'), { recursive: true })
  writeFileSync(join(clone, 'config/deploy/secrets/private-key'), 'a secret')
  writeFileSync(join(clone, 'config/deploy/live-bot.yaml'), 'mode: live')
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'))
}

const packed = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }))
let shipped: readonly string[] = []

beforeAll(() => {
  makeClone()
  const [made] = packed.parse(JSON.parse(succeed('npm', ['pack', '--json', '--loglevel=error'], clone)))
  if (made === undefined) throw new Error('npm pack: expected one package')
  shipped = made.files.map(({ path }) => path)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "mine", "private": true, "type": "commonjs" }')
  const tarball = join(clone, made.filename)
  succeed('npm', ['install', '--ignore-scripts', '--prefer-offline', '--loglevel=error', tarball], project)
}, 300_000)

it('holds what is run and read, and nothing of the workshop', () => {
  const needed = [
    'dist/src/cli/main.js',
    'dist/src/index.js',
    'dist/src/index.d.ts',
    'dist/strategies/as-logit.js',
    'config/demo-server.yaml',
    'config/example.yaml',
    'docs/configuration.md',
    'README.md',
    'LICENSE',
  ]
  expect(shipped).toEqual(expect.arrayContaining(needed))
  expect(shipped.filter((path) => !/^(dist\/(src|strategies)|config|docs)\/|^[^/]+$/.test(path))).toEqual([])
  expect(shipped.filter((path) => /secrets|live-bot\.yaml$/.test(path))).toEqual([])
  expect(shipped.filter((path) => /\.(test|map|tsbuildinfo)$|^dist\/test/.test(path))).toEqual([])
})

const AS_MODULE = `import { bothBids, defineStrategy, limitByInventoryAndEnd, z } from 'quoin'

export const mine = defineStrategy({
  name: 'mine',
  description: 'Two cents below the fair value.',
  params: z.strictObject({ distance: z.number().default(0.02) }),
  inputs: ['fair', 'inventory', 'time'],
  quote(view, { distance }) {
    if (view.fair === undefined) return { quotes: [] }
    const { p } = view.fair
    const quotes = bothBids({ yes: p - distance, no: 1 - p - distance, size: 10 })
    return { quotes: limitByInventoryAndEnd(quotes, view, { maxNet: 100, reduceOnlyMs: 0, stopMs: 0 }), fair: p }
  },
})
`
const AS_COMMONJS = AS_MODULE.replace(
  "import { bothBids, defineStrategy, limitByInventoryAndEnd, z } from 'quoin'",
  (line) => line.replace('import', 'const').replace("from 'quoin'", "= require('quoin')"),
).replace('export const mine', 'exports.mine')

const AS_DEFAULT = AS_MODULE.replace('export const mine =', 'export default')

/** The data of `quoin check` for a bot with this strategy in a project of this kind. */
function checked(kind: string, file: string, text: string): unknown {
  const home = join(project, kind)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ type: kind }))
  writeFileSync(join(home, file), text)
  writeFileSync(
    join(home, 'bot.yaml'),
    `venue: { profile: ../node_modules/quoin/config/venues/sandbox.yaml, url: "http://127.0.0.1:1", apiKey: shared-key }
markets: { ids: [m] }
strategy: { file: ./${file} }
`,
  )
  const quoin = join(project, 'node_modules/.bin/quoin')
  return JSON.parse(succeed(quoin, ['check', 'bot.yaml', '--offline', '--json'], home))
}

it.each([
  ['module', 'mine.ts', AS_MODULE],
  ['module', 'mine.mjs', AS_MODULE],
  ['module', 'mine.js', AS_MODULE],
  ['commonjs', 'mine.ts', AS_MODULE],
  ['commonjs', 'mine.mjs', AS_MODULE],
  ['commonjs', 'mine.js', AS_COMMONJS],
  ['module', 'default.ts', AS_DEFAULT],
  ['commonjs', 'default.ts', AS_DEFAULT],
  ['commonjs', 'default.js', AS_DEFAULT],
  // what `npm init` and a copy of the page make together
  ['commonjs', 'copied.js', AS_MODULE],
])('takes a strategy from a project of kind %s in %s', (kind, file, text) => {
  expect(JSON.stringify(checked(kind, file, text))).toContain('"distance":0.02')
})

it.each([
  ['module', 'thrower.ts', AS_MODULE],
  ['commonjs', 'thrower.ts', AS_MODULE],
  ['commonjs', 'thrower.js', AS_COMMONJS],
])('names the line of a strategy that throws, in a project of kind %s in %s', (kind, file, text) => {
  const thrower = text.replace(
    '    const { p }',
    "    if (view.fair.p > 0) throw new Error('no coefficients')\n    const { p }",
  )
  expect(() => checked(kind, file, thrower)).toThrow(`it threw: no coefficients (${join(project, kind, file)}:10:`)
})

it('checks the example that it brings', () => {
  const [quoin, example] = ['node_modules/.bin/quoin', 'node_modules/quoin/config/example.yaml']
  expect(succeed(join(project, quoin), ['check', example, '--offline'], project)).toContain(`${example}: valid`)
})

it('tells its types to both kinds of projects', () => {
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023']
  for (const kind of ['module', 'commonjs']) {
    const wrong = AS_MODULE.replace('size: 10', 'size: view.fare')
    writeFileSync(join(project, kind, 'wrong.ts'), wrong)
    const { stdout } = run(process.execPath, [compiler, ...flags, 'mine.ts', 'wrong.ts'], join(project, kind))
    // none in mine.ts, and the types are no `any` in wrong.ts
    const errors = stdout.split('\n').filter((line) => line.includes(': error '))
    expect(errors).toEqual([expect.stringMatching(/Property 'fare' does not exist on type 'MarketView</)])
  }
})

const started = z.object({ running: z.object({ status: z.url() }) })
const status = z.object({ totals: z.object({ fills: z.number() }) })

it('runs the demo to a first fill, and stops', async () => {
  // a group of its own, as a terminal makes it: the signal reaches npx and what npx started
  const demo = spawn('npx', ['--no-install', 'quoin', 'demo', '--json'], { cwd: project, detached: true })
  running = demo
  let said = ''
  demo.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const lines = createInterface(demo.stdout)
  const ended = once(lines, 'close').then(() => Promise.reject(new Error(`the demo ended:\n${said}`)))
  const [line] = await Promise.race([once(lines, 'line'), ended])
  const address = started.parse(JSON.parse(String(line))).running.status
  const fills = async () => status.parse(await (await fetch(address)).json()).totals.fills
  await expect.poll(fills, { timeout: 120_000, interval: 500 }).toBeGreaterThan(0)
  ended.catch(() => undefined)
  const last = once(lines, 'line')
  const exit = once(demo, 'exit')
  if (demo.pid !== undefined) process.kill(-demo.pid, 'SIGINT')
  expect(String(await last)).toContain('"stopped"')
  await exit
})
