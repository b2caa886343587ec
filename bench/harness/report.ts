// What is said of a figure: the median of its rounds, and the median of the rounds' ratios to the baseline.

import type { Figure } from './figure.js'

/** One line of `--json`. */
export interface Line {
  readonly bench: string
  readonly figure: string
  /** Median. */
  readonly value: number
  readonly unit: string
  /** What it is held against. */
  readonly baseline: string
  /** How many times better than the baseline, or how many times dearer where the figure says so; median of the rounds. */
  readonly ratio: number
  readonly min: number
  readonly median: number
  readonly max: number
  readonly runs: number
}

export interface Measured {
  readonly figure: Pick<Figure, 'name' | 'unit' | 'ratio' | 'higherIsBetter'>
  readonly suite: string
  readonly baseline: string
  /** Value and baseline of each round. */
  readonly rounds: readonly (readonly number[])[]
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function summary({ figure, suite, baseline, rounds }: Measured): Line {
  const values = rounds.map(([value = Number.NaN]) => value)
  const ratios = rounds.map(([value = Number.NaN, base = Number.NaN]) =>
    (figure.ratio === 'dearer') !== (figure.higherIsBetter ?? false) ? value / base : base / value,
  )
  return {
    bench: suite,
    figure: figure.name,
    value: rounded(median(values)),
    unit: figure.unit,
    baseline,
    ratio: rounded(median(ratios)),
    min: rounded(Math.min(...values)),
    median: rounded(median(values)),
    max: rounded(Math.max(...values)),
    runs: values.length,
  }
}

/** Five digits are more than a run can tell. */
function rounded(value: number): number {
  return Number(value.toPrecision(5))
}

/** The line of the dearest, under the name they share. */
export function worst(name: string, lines: readonly Line[]): Line | undefined {
  const [first, ...others] = lines
  if (first === undefined) return undefined
  const found = others.reduce((most, line) => (line.ratio > most.ratio ? line : most), first)
  return { ...found, figure: name }
}

export const TABLE_HEAD = row(['figure', 'value', 'unit', 'ratio', 'min', 'max', 'runs', 'baseline'])

export function tableLine({ figure, value, unit, ratio, min, max, runs, baseline }: Line): string {
  return row([figure, `${value}`, unit, `${ratio}`, `${min}`, `${max}`, `${runs}`, baseline])
}

function row([first = '', value = '', unit = '', ...others]: readonly string[]): string {
  const last = others.pop() ?? ''
  return `${first.padEnd(30)}${value.padStart(12)} ${unit.padEnd(14)}${others.map((text) => text.padStart(11)).join('')}   ${last}`
}
