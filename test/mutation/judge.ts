// Plays the seeds that reach a mutant over sources that have it, one after the other, until one is violated.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Mutant, mutated } from './mutant.js'
import { probed } from './probes.js'
import { type SeedLine, type TrialResult, Trials } from './trial.js'
import type { Verdict } from './verdict.js'

export interface JudgeParts {
  readonly root: string
  /** Those that will be judged, by their index. */
  readonly mutants: readonly Mutant[]
  /** A mutant is judged by the first so many of these that reach it. */
  readonly seeds: readonly number[]
  readonly most: number
  readonly accepts: (file: string, text: string) => boolean
  readonly say: (line: string) => void
}

type Judgement = Pick<Verdict, 'verdict' | 'by' | 'seed' | 'played' | 'changed'>

interface Usual {
  /** Of the seeds as they are without a mutant. */
  readonly seeds: readonly SeedLine[]
  /** Of each mutant. */
  readonly probes: readonly (number | undefined)[]
  readonly limitMs: number
}

/** A seed takes longer where a mutant makes the bot busy. */
const TIMES_AS_LONG = 10
const LEAST_LIMIT_MS = 20_000
/** Without a mutant every seed ends. */
const NO_LIMIT_MS = 600_000

export class Judge {
  readonly #parts: JudgeParts
  readonly #trials: Trials
  #usual: Promise<Usual> | undefined

  constructor(parts: JudgeParts) {
    this.#parts = parts
    this.#trials = new Trials(parts.root)
  }

  async judge(index: number): Promise<Judgement> {
    const mutant = this.#parts.mutants[index]
    if (mutant === undefined) throw new Error(`expected a mutant with number ${index}`)
    const text = this.#read(mutant.file)
    const changed = mutated(text, mutant)
    if (!this.#parts.accepts(mutant.file, changed)) return { verdict: 'refused', played: 0, changed: 0 }
    this.#usual ??= this.#playUsual()
    const { seeds, probes, limitMs } = await this.#usual
    const probe = probes[index]
    const reaching = seeds
      .filter(({ reached }) => probe === undefined || reached.includes(probe))
      .slice(0, this.#parts.most)
    if (reaching.length === 0) return { verdict: 'unreached', played: 0, changed: 0 }
    this.#trials.write(mutant.file, changed)
    try {
      return judged(await this.#trials.run({ seeds: reaching.map(({ seed }) => seed), limitMs }), seeds)
    } finally {
      this.#trials.write(mutant.file, text)
    }
  }

  close(): void {
    this.#trials.close()
  }

  /** Once, with a note of what is reached. */
  async #playUsual(): Promise<Usual> {
    const { mutants, seeds, say } = this.#parts
    const probes: (number | undefined)[] = mutants.map(() => undefined)
    const files = new Set(mutants.map(({ file }) => file))
    let count = 0
    for (const file of files) {
      const here = [...mutants.entries()].filter(([, mutant]) => mutant.file === file)
      const made = probed(
        file,
        this.#read(file),
        here.map(([, mutant]) => mutant),
        count,
      )
      for (const [at, [index]] of here.entries()) probes[index] = made.probes[at]
      count = Math.max(count, ...made.probes.map((probe) => (probe ?? -1) + 1))
      this.#trials.write(file, made.text)
    }
    say(`${seeds.length} seeds as they are, with ${count} probes`)
    const startedMs = performance.now()
    const usual = await this.#trials.run({ seeds, limitMs: NO_LIMIT_MS, probes: count })
    for (const file of files) this.#trials.write(file, this.#read(file))
    const bad = usual.seeds.find(({ violated }) => violated !== undefined)
    if (usual.end !== 'over' || bad !== undefined)
      throw new Error(
        `expected seeds that are clean without a mutant, got ${bad?.violated ?? usual.end} in seed ${bad?.seed}`,
      )
    const eachMs = (performance.now() - startedMs) / seeds.length
    return { seeds: usual.seeds, probes, limitMs: Math.max(LEAST_LIMIT_MS, TIMES_AS_LONG * eachMs) }
  }

  #read(file: string): string {
    return readFileSync(join(this.#parts.root, file), 'utf8')
  }
}

function judged({ end, seeds }: TrialResult, usual: readonly SeedLine[]): Judgement {
  const hashes = new Map(usual.map(({ seed, traceHash }) => [seed, traceHash]))
  const changed = seeds.filter(({ seed, traceHash }) => hashes.get(seed) !== traceHash).length
  const played = seeds.length
  if (end !== 'over') return { verdict: 'killed', by: end, played, changed }
  const last = seeds.find(({ violated }) => violated !== undefined)
  if (last?.violated === undefined) return { verdict: 'survived', played, changed }
  return { verdict: 'killed', by: last.violated, seed: last.seed, played, changed }
}
