// What choosing by the past would have brought: on each fold the one that was best on all folds before it.

import type { WindowRun } from '../runs/window-run.js'
import { leastFills, type Objective, objectiveOf, type Totals, totalsOf } from './totals.js'

export interface FoldedTrial {
  readonly number: number
  /** Of the folds that it ran on, from the first on. */
  readonly folds: readonly WindowRun[]
}

export interface WalkStep {
  /** Index of the fold that it is judged on. */
  readonly fold: number
  /** Number of the trial that was best on the folds before. */
  readonly chosen: number
  /** P&L of the chosen one there, lowest over the queue models. */
  readonly pnl: number
  /** P&L of whichever was best there in hindsight, by the objective. */
  readonly hindsightPnl: number
}

export interface WalkRule {
  readonly objective: Objective
  /** On all folds together; as many as fall to a part of them are enough there. */
  readonly minFills: number
}

/** A step for each fold but the first on which somebody can be called the best by then. Of equals the one that was made first is chosen. */
export function walkForward(trials: readonly FoldedTrial[], { objective, minFills }: WalkRule): readonly WalkStep[] {
  const most = Math.max(0, ...trials.map(({ folds }) => folds.length))
  const bestOn = (among: readonly FoldedTrial[], from: number, to: number) => {
    const part = among.map((trial) => ({ trial, totals: totalsOf(trial.folds.slice(from, to)) }))
    const enough = part.filter(({ totals }) => leastFills(totals) >= (minFills * (to - from)) / most)
    return bestOf(enough, objective)
  }
  const steps: WalkStep[] = []
  for (let fold = 1; fold < most; fold++) {
    // of the halving, who has left by then was already worse on folds before
    const ran = trials.filter(({ folds }) => folds.length > fold)
    const chosen = bestOn(ran, 0, fold)
    if (chosen === undefined) continue
    const hindsight = bestOn(ran, fold, fold + 1) ?? chosen
    const pnlThere = ({ folds }: FoldedTrial) => objectiveOf('pnl', totalsOf(folds.slice(fold, fold + 1)))
    steps.push({ fold, chosen: chosen.number, pnl: pnlThere(chosen), hindsightPnl: pnlThere(hindsight) })
  }
  return steps
}

function bestOf(
  trials: readonly { readonly trial: FoldedTrial; readonly totals: readonly Totals[] }[],
  objective: Objective,
): FoldedTrial | undefined {
  let best: { readonly trial: FoldedTrial; readonly value: number } | undefined
  for (const { trial, totals } of trials) {
    const value = objectiveOf(objective, totals)
    if (best === undefined || value > best.value) best = { trial, value }
  }
  return best?.trial
}
