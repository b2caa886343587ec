// `npm run bench`: figures of the bot, each beside its baseline in the same run. README.md says what they mean.
//
//   npm run bench -- [suite ...] [--only <figure,...>] [--against <git ref>] [--runs <n>] [--json] [--quick] [--durability process|machine] [--page <file>]

import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bundleProgram } from '../build/bundle.js'
import { backtestSuite } from './backtest/suite.js'
import { coreSuite } from './core/suite.js'
import { EVENT_FIGURES, runEvents, writeTimePage } from './event/run-events.js'
import { exchangeSuite } from './exchange/suite.js'
import { compileSources } from './harness/compiled-sources.js'
import type { Figure, Suite } from './harness/figure.js'
import { checkOut, type ReferenceSources } from './harness/reference-sources.js'
import { type Line, TABLE_HEAD, tableLine, worst } from './harness/report.js'
import { runFigure } from './harness/run-figure.js'
import { shippedRoot } from './harness/shipped-program.js'
import { journalSuite } from './journal/suite.js'
import { liveSuite } from './live/suite.js'
import { loopSuite } from './loop/suite.js'
import { marketsSuite } from './markets/suite.js'
import { runServer, SERVER_FIGURES } from './server/run-server.js'
import { signingSuite } from './signing/suite.js'
import { simulationSuite } from './simulation/suite.js'
import { startSuite } from './start/suite.js'

/** The last commit before the core was redrawn so that cost follows change: what the redrawn core is held against. */
const BEFORE_THE_REDRAW = '0780f3d'
const SUITES: readonly Suite[] = [
  coreSuite,
  loopSuite,
  marketsSuite,
  liveSuite,
  startSuite,
  signingSuite,
  simulationSuite,
  backtestSuite,
  journalSuite,
  exchangeSuite,
]
const ROOT = fileURLToPath(new URL('..', import.meta.url))

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    against: { type: 'string', default: BEFORE_THE_REDRAW },
    runs: { type: 'string' },
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    // of the bot's journal in `event`: written before an order is sent, or synced too, as live by default
    durability: { type: 'string', default: 'process' },
    // where `event` writes the page that says of what its time consists
    page: { type: 'string' },
  },
})

/** What takes turns at servers that run for as long as its rounds: each scene has figures of several kinds. */
const STAGED = { event: EVENT_FIGURES, server: SERVER_FIGURES } as const

function chosenSuites(): readonly Suite[] {
  const names = [...SUITES.map(({ name }) => name), ...Object.keys(STAGED)]
  const unknown = positionals.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`suite: expected one of ${names.join(', ')}, got '${unknown}'`)
  return positionals.length === 0 ? SUITES : SUITES.filter(({ name }) => positionals.includes(name))
}

/** A name, or the beginning of names: `reprice` means `reprice-1` and `reprice-20`. */
function chosenNames(names: readonly string[]): readonly string[] {
  const wanted = values.only?.split(',') ?? []
  return names.filter(
    (name) => wanted.length === 0 || wanted.some((w) => name === w || (!names.includes(w) && name.startsWith(`${w}-`))),
  )
}

function chosenFigures({ figures }: Suite): Figure[] {
  const names = chosenNames(figures.map(({ name }) => name))
  const found = figures.filter(({ name }) => names.includes(name))
  return values.runs === undefined ? [...found] : found.map((figure) => ({ ...figure, runs: Number(values.runs) }))
}

const suites = chosenSuites().map((suite) => ({ suite, figures: chosenFigures(suite) }))
const staged = (name: keyof typeof STAGED) =>
  positionals.length === 0 || positionals.includes(name) ? chosenNames(STAGED[name]) : []
const [events, servers] = [staged('event'), staged('server')]
if (events.length + servers.length === 0 && suites.every(({ figures }) => figures.length === 0)) {
  const names = [
    ...suites.flatMap(({ suite }) => suite.figures.map(({ name }) => name)),
    ...EVENT_FIGURES,
    ...SERVER_FIGURES,
  ]
  throw new Error(`--only: expected one of ${names.join(', ')}, got '${values.only}'`)
}

const here = compileSources(ROOT)
if (suites.some(({ suite, figures }) => suite === startSuite && figures.length > 0))
  await bundleProgram(ROOT, shippedRoot(here.root))
let reference: ReferenceSources | undefined

function removeSources(): void {
  here.remove()
  reference?.remove()
}

function show(line: Line): void {
  console.log(values.json ? JSON.stringify(line) : tableLine(line))
}

async function run(suite: string, figures: readonly Figure[]): Promise<void> {
  const kinds = new Map<string, Line[]>()
  for (const figure of figures) {
    const line = await runFigure(figure, {
      suite,
      here: here.root,
      reference: async () => {
        reference ??= checkOut(values.against, ROOT)
        return reference
      },
      quick: values.quick,
    })
    show(line)
    if (figure.worstOf === undefined) continue
    const lines = [...(kinds.get(figure.worstOf) ?? []), line]
    kinds.set(figure.worstOf, lines)
    const whole = figures.filter(({ worstOf }) => worstOf === figure.worstOf)
    const found = lines.length === whole.length ? worst(figure.worstOf, lines) : undefined
    if (found !== undefined) show(found)
  }
}

process.on('SIGINT', () => {
  removeSources()
  process.exit(130)
})
try {
  if (!values.json) console.log(TABLE_HEAD)
  for (const { suite, figures } of suites) await run(suite.name, figures)
  const { quick, durability } = values
  const runs = values.runs === undefined ? {} : { runs: Number(values.runs) }
  if (events.length > 0) await runEvents({ root: here.root, figures: events, quick, durability, ...runs, show })
  if (values.page !== undefined) await writeTimePage(values.page, { root: here.root, quick, durability })
  if (servers.length > 0) await runServer({ root: here.root, figures: servers, quick, ...runs, show })
} finally {
  removeSources()
}
