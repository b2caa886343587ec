// The figures of `bench event`: the bot's time from an event of the book to its orders, beside a plain and a usual client.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Line, summary } from '../harness/report.js'
import {
  type ClientName,
  type Moment,
  playScene,
  SCENES,
  type Scene,
  type SceneOptions,
  type Seen,
} from './play-scene.js'
import { type Bar, timePage } from './time-page.js'
import { type Mark, medianSplit, type Split, splitOf, type Way } from './where-time-goes.js'

const SUITE = 'event'
const RUNS = 50
const QUICK_RUNS = 2
const BASELINES = ['plain', 'usual'] as const satisfies readonly ClientName[]

interface Timed {
  readonly figure: string
  readonly moment: Moment
}

/** Held against the plain client under its name, against the usual one with that behind it. */
const timedOf = ({ name, mode }: Scene): readonly Timed[] =>
  mode === 'alone'
    ? [{ figure: `${name}-order`, moment: 'firstOrder' }]
    : [
        { figure: `${name}-first-cancel`, moment: 'firstCancel' },
        { figure: `${name}-last-order`, moment: 'lastOrder' },
      ]

export const EVENT_FIGURES: readonly string[] = SCENES.flatMap((scene) =>
  timedOf(scene).flatMap(({ figure }) => [figure, `${figure}-usual`]),
)

export interface EventOptions extends Pick<SceneOptions, 'root' | 'quick' | 'durability'> {
  /** Of `EVENT_FIGURES`. */
  readonly figures: readonly string[]
  readonly runs?: number
  readonly show: (line: Line) => void
}

export async function runEvents({ figures, runs = RUNS, show, ...options }: EventOptions): Promise<void> {
  for (const scene of SCENES) {
    const lines = timedOf(scene).flatMap(({ figure, moment }) => [
      { name: figure, moment, baseline: BASELINES[0] },
      { name: `${figure}-usual`, moment, baseline: BASELINES[1] },
    ])
    const wanted = lines.filter(({ name }) => figures.includes(name))
    if (wanted.length === 0) continue
    const seen = await playScene(scene, { ...options, runs: options.quick ? QUICK_RUNS : runs })
    for (const { name, moment, baseline } of wanted) show(lineOf(name, seen, { moment, baseline }))
  }
}

function lineOf(
  name: string,
  seen: ReadonlyMap<ClientName, Seen>,
  { moment, baseline }: { readonly moment: Moment; readonly baseline: ClientName },
): Line {
  const of = (client: ClientName) => seen.get(client)?.[moment] ?? []
  const others = of(baseline)
  return summary({
    figure: { name, unit: 'ms', ratio: 'better' },
    ...{ suite: SUITE, baseline: `${baseline} client` },
    rounds: of('bot').map((ms, round) => [ms, others[round] ?? Number.NaN]),
  })
}

/** The ways whose parts are shown. */
const SHOWN: readonly { readonly scene: string; readonly way: Way; readonly title: string }[] = [
  { scene: 'one-warm', way: 'order', title: 'One order, its fee warm' },
  { scene: 'twenty', way: 'cancel', title: 'The first cancel of a reprice of twenty' },
]

/** Writes the page `Where the time goes`. A bot with marks takes a little longer, so it is not the one of the figures. */
export async function writeTimePage(
  path: string,
  options: Pick<SceneOptions, 'root' | 'quick' | 'durability'>,
): Promise<void> {
  const bars: Bar[] = []
  for (const { scene: name, way, title } of SHOWN) {
    const scene = SCENES.find((one) => one.name === name)
    const splits = scene === undefined ? [] : await splitsOf(scene, way, options)
    if (splits.length === 0) throw new Error(`${name}: no event of which every part was seen`)
    bars.push({ title, split: medianSplit(splits), events: splits.length })
  }
  const about = `From an event of the book until the server hears of the request: a live bot and the bundled server on one machine, journal ${options.durability}.`
  writeFileSync(path, timePage(bars, about))
}

async function splitsOf(scene: Scene, way: Way, options: Pick<SceneOptions, 'root' | 'quick' | 'durability'>) {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-marks-'))
  const file = join(folder, 'marks')
  const spans: [number, number][] = []
  // what the bot's clock says when ours says nothing yet
  const zeroMs = Number(process.hrtime.bigint()) / 1e6 - performance.now()
  const onEvent = ({ startMs, orderMs, cancelMs }: Record<'startMs' | 'orderMs' | 'cancelMs', number>) =>
    void spans.push([zeroMs + startMs, zeroMs + (way === 'order' ? orderMs : cancelMs)])
  try {
    await playScene(scene, { ...options, runs: options.quick ? QUICK_RUNS : RUNS, timing: { file, onEvent } })
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    const marks = lines.map((line): Mark => JSON.parse(line))
    return spans.map((span) => splitOf(marks, way, span)).filter((split): split is Split => split !== undefined)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
