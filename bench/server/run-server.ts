// The figures of `bench server`: the bundled server on loopback, with real signatures, and what the same HTTP and sockets give without a venue.

import type { Figure } from '../harness/figure.js'
import { type Line, summary } from '../harness/report.js'
import {
  type PlayOptions,
  playKeptPairs,
  playLoadedReads,
  playMemory,
  playPairs,
  playReads,
  playSockets,
  type Rounds,
} from './play-server.js'

const SUITE = 'server'
const RUNS = 7
const BARE = 'bare server'

type Said = Pick<Figure, 'name' | 'unit' | 'ratio'> & { readonly higherIsBetter?: boolean; readonly baseline: string }

interface Scene {
  readonly play: (options: PlayOptions) => Promise<Rounds>
  readonly figures: readonly Said[]
}

const cost = (name: string, unit: string, baseline = BARE): Said => ({ name, unit, ratio: 'dearer', baseline })
const speed = (name: string, unit: string, baseline = BARE): Said => ({
  ...{ name, unit, ratio: 'better', higherIsBetter: true, baseline },
})

const SCENES: readonly Scene[] = [
  {
    play: playPairs,
    figures: [
      speed('pairs', 'pairs/s'),
      cost('pairs-cpu', 'µs'),
      cost('pairs-submit-p99', 'ms'),
      cost('pairs-cancel-p99', 'ms'),
      cost('pairs-load-cpu', 'µs'),
    ],
  },
  { play: playKeptPairs, figures: [speed('pairs-data', 'pairs/s', 'in memory')] },
  { play: playReads, figures: [speed('best-bids', 'reads/s')] },
  { play: playLoadedReads, figures: [cost('read-loaded', 'ms', 'idle server')] },
  { play: playSockets, figures: [cost('sockets-1000', 'ms')] },
  { play: playMemory, figures: [cost('memory-orders', 'MB', 'a tenth of them')] },
]

export const SERVER_FIGURES: readonly string[] = SCENES.flatMap(({ figures }) => figures.map(({ name }) => name))

export interface ServerOptions extends Pick<PlayOptions, 'root' | 'quick'> {
  /** Of `SERVER_FIGURES`. */
  readonly figures: readonly string[]
  readonly runs?: number
  readonly show: (line: Line) => void
}

export async function runServer({ figures, runs = RUNS, quick, root, show }: ServerOptions): Promise<void> {
  for (const scene of SCENES) {
    const wanted = scene.figures.filter(({ name }) => figures.includes(name))
    if (wanted.length === 0) continue
    const rounds = await scene.play({ root, quick, runs: quick ? 1 : runs })
    for (const { baseline, ...figure } of wanted)
      show(summary({ figure, suite: SUITE, baseline, rounds: rounds.get(figure.name) ?? [] }))
  }
}
