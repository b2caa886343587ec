// Measures a figure and its baseline in turns, so that whatever else the machine does strikes both.

import { CaseHandle } from './case-handle.js'
import type { Figure } from './figure.js'
import { type Line, summary } from './report.js'

export interface RunOptions {
  readonly suite: string
  /** Roots of the sources, compiled. */
  readonly here: string
  readonly reference: () => Promise<{ readonly root: string; readonly name: string }>
  readonly quick: boolean
}

export async function runFigure(figure: Figure, { suite, here, reference, quick }: RunOptions): Promise<Line> {
  const other = figure.baseline.sources === 'reference' ? await reference() : { root: here, name: figure.baseline.name }
  const handles: CaseHandle[] = []
  try {
    handles.push(await CaseHandle.start(figure.subject, { here, root: here, quick }))
    handles.push(await CaseHandle.start(figure.baseline, { here, root: other.root, quick }))
    const rounds: number[][] = []
    const warmUps = quick ? 0 : figure.warmUps
    for (let round = -warmUps; round < (quick ? 1 : figure.runs); round++) {
      const values: number[] = []
      // neither is always the one that comes after the other
      for (const handle of round % 2 === 0 ? handles : handles.toReversed()) values.push(await handle.measure())
      if (round >= 0) rounds.push(round % 2 === 0 ? values : values.toReversed())
    }
    return summary({ figure, suite, baseline: other.name, rounds })
  } finally {
    for (const handle of handles) await handle.close()
  }
}
