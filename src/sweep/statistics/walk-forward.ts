// What choosing by the past would have brought: on each fold the one that was best on all folds before it.

import type { WindowRun } from '../runs/window-run.js'
import { type Objective, objectiveOf, totalsOf } from './totals.js'

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

/** A step for each fold but the first. Of equals the one that was made first is chosen. */
export function walkForward(trials: readonly FoldedTrial[], objective: Objective): readonly WalkStep[] {
  const most = Math.max(0, ...trials.map(({ folds }) => folds.length))
  const steps: WalkStep[] = []
  for (let fold = 1; fold < most; fold++) {
    // of the halving, who has left by then was already worse on folds before
    const ran = trials.filter(({ folds }) => folds.length > fold)
    const chosen = bestOf(ran, objective, (folds) => folds.slice(0, fold))
    const hindsight = bestOf(ran, objective, (folds) => folds.slice(fold, fold + 1))
    if (chosen === undefined || hindsight === undefined) continue
    const pnlThere = ({ folds }: FoldedTrial) => objectiveOf('pnl', totalsOf(folds.slice(fold, fold + 1)))
    steps.push({ fold, chosen: chosen.number, pnl: pnlThere(chosen), hindsightPnl: pnlThere(hindsight) })
  }
  return steps
}

function bestOf(
  trials: readonly FoldedTrial[],
  objective: Objective,
  part: (folds: readonly WindowRun[]) => readonly WindowRun[],
): FoldedTrial | undefined {
  let best: { readonly trial: FoldedTrial; readonly value: number } | undefined
  for (const trial of trials) {
    const value = objectiveOf(objective, totalsOf(part(trial.folds)))
    if (best === undefined || value > best.value) best = { trial, value }
  }
  return best?.trial
}
