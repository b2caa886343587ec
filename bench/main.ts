// `npm run bench`: figures of the bot, each beside its baseline in the same run. README.md says what they mean.
// `options.ts` says what may be asked for.

import { fileURLToPath } from 'node:url'
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
import { NEWS_FIGURES, runNews } from './news/run-news.js'
import { type BenchOptions, benchOptions, USAGE } from './options.js'
import { runServer, SERVER_FIGURES } from './server/run-server.js'
import { signingSuite } from './signing/suite.js'
import { simulationSuite } from './simulation/suite.js'
import { startSuite } from './start/suite.js'

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

/** What takes turns at servers that run for as long as its rounds: each scene has figures of several kinds. */
const STAGED = { event: EVENT_FIGURES, server: SERVER_FIGURES, news: NEWS_FIGURES } as const

interface Chosen {
  readonly options: BenchOptions
  readonly suites: readonly { readonly suite: Suite; readonly figures: readonly Figure[] }[]
  readonly events: readonly string[]
  readonly servers: readonly string[]
  readonly news: readonly string[]
}

/** Throws an error that names what there is not, and what there is. */
function choose(options: BenchOptions): Chosen {
  const names = [...SUITES.map(({ name }) => name), ...Object.keys(STAGED)]
  const unknown = options.suites.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`suite: expected one of ${names.join(', ')}, got '${unknown}'`)
  const isChosen = (name: string) => options.suites.length === 0 || options.suites.includes(name)
  const suites = SUITES.filter(({ name }) => isChosen(name)).map((suite) => {
    const figures = chosenNames(
      suite.figures.map(({ name }) => name),
      options,
    )
    const found = suite.figures.filter(({ name }) => figures.includes(name))
    return { suite, figures: found.map((figure) => ({ ...figure, runs: options.runs ?? figure.runs })) }
  })
  const staged = (name: keyof typeof STAGED) => (isChosen(name) ? chosenNames(STAGED[name], options) : [])
  const [events, servers, news] = [staged('event'), staged('server'), staged('news')]
  if (events.length + servers.length + news.length === 0 && suites.every(({ figures }) => figures.length === 0)) {
    const all = suites.flatMap(({ suite }) => suite.figures.map(({ name }) => name))
    const figures = [...all, ...EVENT_FIGURES, ...SERVER_FIGURES, ...NEWS_FIGURES].join(', ')
    throw new Error(`--only: expected one of ${figures}, got '${options.only.join(',')}'`)
  }
  return { options, suites, events, servers, news }
}

/** A name, or the beginning of names: `reprice` means `reprice-1` and `reprice-20`. */
function chosenNames(names: readonly string[], { only }: BenchOptions): readonly string[] {
  return names.filter(
    (name) => only.length === 0 || only.some((w) => name === w || (!names.includes(w) && name.startsWith(`${w}-`))),
  )
}

function asked(): Chosen {
  try {
    const options = benchOptions(process.argv.slice(2))
    if (!options.help) return choose(options)
    console.log(USAGE)
    process.exit(0)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    console.error(USAGE)
    process.exit(2)
  }
}

const { options, suites, events, servers, news } = asked()
const here = compileSources(ROOT)
if (suites.some(({ suite, figures }) => suite === startSuite && figures.length > 0))
  await bundleProgram(ROOT, shippedRoot(here.root))
let reference: ReferenceSources | undefined

function removeSources(): void {
  here.remove()
  reference?.remove()
}

function show(line: Line): void {
  console.log(options.json ? JSON.stringify(line) : tableLine(line))
}

async function run(suite: string, figures: readonly Figure[]): Promise<void> {
  const kinds = new Map<string, Line[]>()
  for (const figure of figures) {
    const line = await runFigure(figure, {
      suite,
      here: here.root,
      reference: async () => {
        reference ??= checkOut(options.against, ROOT)
        return reference
      },
      quick: options.quick,
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
  if (!options.json) console.log(TABLE_HEAD)
  for (const { suite, figures } of suites) await run(suite.name, figures)
  const { quick, durability, page } = options
  const runs = options.runs === undefined ? {} : { runs: options.runs }
  if (events.length > 0) await runEvents({ root: here.root, figures: events, quick, durability, ...runs, show })
  if (page !== undefined) await writeTimePage(page, { root: here.root, quick, durability })
  if (servers.length > 0) await runServer({ root: here.root, figures: servers, quick, ...runs, show })
  if (news.length > 0) await runNews({ root: here.root, figures: news, quick, ...runs, show })
} finally {
  removeSources()
}
