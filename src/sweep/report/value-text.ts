// What the tables of a sweep show of a configuration, as text: the same on a terminal, on the page and in the head of best.yaml.

import { money, NONE, rangeOfKnown, rangeText, ratio, shown, signed } from '../../report/figures.js'
import type { Value } from '../space/parameter.js'
import { shortNames } from '../space/trials.js'
import { type Objective, type Totals, worstModel } from '../statistics/totals.js'
import type { SweepResult, TrialResult } from '../sweep-result.js'

export const names = ({ parameters }: Pick<SweepResult, 'parameters'>) => shortNames(parameters.map(({ path }) => path))

export const valueText = (value: Value | undefined): string => (value === undefined ? NONE : String(value))

export function objectiveText(objective: Objective, value: number | undefined): string {
  return shown(value, objective === 'pnl' || objective === 'mean-pnl' ? signed(money) : ratio)
}

/** Over the queue models, lowest to highest. */
export function pnlText(totals: readonly Totals[] | undefined): string {
  const range = totals && rangeOfKnown(totals.map(({ pnl }) => pnl.total))
  return range === undefined ? NONE : rangeText(range, signed(money))
}

export function fillsText(totals: readonly Totals[] | undefined): string {
  const range = totals && rangeOfKnown(totals.map(({ fills }) => fills))
  return range === undefined ? NONE : rangeText(range, (value) => value.toFixed(0))
}

/** The largest of all queue models. */
export function drawdownText(totals: readonly Totals[] | undefined): string {
  return shown(rangeOfKnown((totals ?? []).map(({ maxDrawdown }) => maxDrawdown))?.upper, money)
}

/** Of the model whose profit is lowest. */
export function sharpeText(totals: readonly Totals[] | undefined): string {
  return shown(totals?.[worstModel(totals)]?.sharpe, ratio)
}

/** `strategy.params.gamma=0.002 risk.maxMarketShares=100` */
export function changesText(
  { parameters }: Pick<SweepResult, 'parameters'>,
  { values }: Pick<TrialResult, 'values'>,
): string {
  return parameters.map(({ path }, i) => `${path}=${valueText(values[i])}`).join(' ')
}

export function stateText({ state, folds }: TrialResult, { folds: all }: Pick<SweepResult, 'folds'>): string {
  if (state === 'stopped') return `stopped after ${folds} of ${all.length} folds`
  if (state === 'few-fills') return 'too few fills'
  return state === 'failed' ? 'failed' : ''
}

export const winnerOf = ({ trials, best }: Pick<SweepResult, 'trials' | 'best'>) =>
  best === undefined ? undefined : trials.find(({ number }) => number === best)

/** What was tried, and where. */
export function scopeText({ trials, settings, folds, holdOut }: SweepResult): string {
  const seconds = (fromMs: number, toMs: number) => `${((toMs - fromMs) / 1000).toFixed(0)} s`
  const [fold] = folds
  const cut =
    fold === undefined
      ? ''
      : `${folds.length} ${folds.length === 1 ? 'fold' : 'folds'} of ${seconds(fold.fromMs, fold.toMs)}`
  const held = holdOut === undefined ? 'no hold-out' : `a hold-out of ${seconds(holdOut.fromMs, holdOut.toMs)}`
  const draws = settings.search === 'grid' ? 'grid' : `${settings.search}, seed ${settings.seed}`
  return `${trials.length} configurations (${draws}), ${cut}, ${held}`
}

/** The walk forward in a sentence; `undefined` without steps. */
export function walkText({ walkForward }: Pick<SweepResult, 'walkForward'>): string | undefined {
  if (walkForward.length === 0) return undefined
  const sum = (of: (step: SweepResult['walkForward'][number]) => number) =>
    signed(money)(walkForward.reduce((total, step) => total + of(step), 0))
  const numbers = walkForward.map(({ fold }) => fold + 1)
  const where =
    numbers.length === 1 ? `fold ${numbers[0]}` : `folds ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`
  return `walk-forward, each fold chosen for by the folds before it: P&L ${sum(({ pnl }) => pnl)} on ${where}; the best of each in hindsight ${sum(({ hindsightPnl }) => hindsightPnl)}`
}
