// The objective against one value: a dot for each configuration.

import { type Html, html } from '../../report/html/html.js'
import { isList, type Value } from '../space/parameter.js'
import type { SweepResult, TrialResult } from '../sweep-result.js'
import { distinct } from './tried-values.js'
import { names, objectiveText, valueText } from './value-text.js'

const SIZE = { width: 380, height: 220, left: 56, right: 14, top: 12, bottom: 30 }
const MOST_TICKS = 6

export function dots(result: SweepResult, trials: readonly TrialResult[], i: number): Html {
  const { objective } = result.settings
  const name = names(result)[i] ?? ''
  const across = placesOf(result, trials, i)
  const values = trials.map((trial) => trial.objective ?? 0)
  const down = heights(values)
  const label = `${objective} against ${name}`
  return html`<figure><h3>${label}</h3>
<svg class="dots" viewBox="0 0 ${SIZE.width} ${SIZE.height}" role="img" aria-label="${label}">
${down.ticks.map(
  (
    tick,
  ) => html`<line x1="${SIZE.left}" x2="${SIZE.width - SIZE.right}" y1="${down.at(tick)}" y2="${down.at(tick)}"${tick === 0 ? html` class="zero"` : ''}></line>
<text x="${SIZE.left - 6}" y="${Number(down.at(tick)) + 4}" text-anchor="end">${objectiveText(objective, tick)}</text>`,
)}
${across.ticks.map(
  (tick) => html`<text x="${across.at(tick)}" y="${SIZE.height - 10}" text-anchor="middle">${valueText(tick)}</text>`,
)}
${[...trials]
  .sort((a, b) => Number(a.number === result.best) - Number(b.number === result.best))
  .map((trial) => dot(result, trial, { x: across.at(trial.values[i] ?? ''), y: down.at(trial.objective ?? 0) }))}
</svg></figure>`
}

function dot(result: SweepResult, trial: TrialResult, { x, y }: { readonly x: string; readonly y: string }): Html {
  const chosen = trial.number === result.best ? ' chosen' : ''
  const few = trial.state === 'ranked' ? '' : ' few'
  const text = `configuration ${trial.number}: ${objectiveText(result.settings.objective, trial.objective)}`
  return html`<circle class="dot${chosen}${few}" cx="${x}" cy="${y}" r="${chosen === '' ? 4 : 5}"><title>${text}</title></circle>`
}

interface Scale<T> {
  readonly ticks: readonly T[]
  readonly at: (value: T) => string
}

const between = (share: number) => (SIZE.left + 12 + share * (SIZE.width - SIZE.left - SIZE.right - 24)).toFixed(1)

/** Few values stand at even distances, many on their own scale. */
function placesOf({ parameters }: SweepResult, trials: readonly TrialResult[], i: number): Scale<Value> {
  const tried = distinct(trials, i)
  const given = parameters[i]?.values
  const isEven = given === undefined || isList(given) || tried.length <= MOST_TICKS
  if (isEven || !tried.every((value) => typeof value === 'number')) {
    const every = Math.ceil(tried.length / MOST_TICKS)
    const at = (value: Value) =>
      between(tried.length < 2 ? 0.5 : Math.max(0, tried.indexOf(value)) / (tried.length - 1))
    return { ticks: tried.filter((_value, place) => place % every === 0), at }
  }
  const { from, to, scale } = given
  const share = (value: number) =>
    scale === 'log' ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from)
  const middle = scale === 'log' ? Math.sqrt(from * to) : (from + to) / 2
  return { ticks: [from, Number(middle.toPrecision(2)), to], at: (value) => between(share(Number(value))) }
}

/** From the lowest to the highest, with zero where it lies between. */
function heights(values: readonly number[]): Scale<number> {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const span = high - low || Math.abs(high) || 1
  const [bottom, top] = [low - span * 0.05, high + span * 0.05]
  const usable = SIZE.height - SIZE.top - SIZE.bottom
  const at = (value: number) => (SIZE.top + (1 - (value - bottom) / (top - bottom)) * usable).toFixed(1)
  const ticks = [low, (low + high) / 2, high]
  return { ticks: high === low ? [low] : ticks, at }
}
