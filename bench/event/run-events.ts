// The figures of `bench event`: the bot's time from an event of the book to its orders, beside a plain and a usual client.

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
