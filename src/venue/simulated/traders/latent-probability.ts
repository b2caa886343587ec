// The hidden truth of one market: the outcome, and the probability that the best-informed public would give it.
//
// Each step is a noisy signal about the outcome that is right with probability S(s):  x' = x + s or x - s  by Bayes' rule,
// P(up) = p S(s) + (1 - p) S(-s), hence E[p'] = p exactly and P(YES | path so far) = p at every moment.
// s is |N(0, 1)| volatility sqrt(dt) for the walk, jumpMin + Exp(jumpMeanExcess) for news.

import { NO, type Outcome, YES } from '../../../domain/market/side.js'
import type { Random } from '../../../domain/random.js'
import { logit, sigmoid } from '../../../models/logit.js'
import type { WorldConfig } from './schema.js'

export interface LatentInput {
  readonly start: number
  readonly process: WorldConfig['probability']
  readonly random: Random
  /** Steps of the past that stay visible to `pastLogOdds`. */
  readonly memory: number
}

export class LatentProbability {
  /** Drawn with the first probability; the path then follows from it. */
  readonly outcome: Outcome
  readonly #process: WorldConfig['probability']
  readonly #random: Random
  readonly #memory: number
  /** Log-odds, oldest first. */
  readonly #path: number[]
  #logOdds: number

  constructor({ start, process, random, memory }: LatentInput) {
    this.#process = process
    this.#random = random
    this.#memory = memory
    this.#logOdds = logit(start)
    this.#path = [this.#logOdds]
    this.outcome = random.next() < start ? YES : NO
  }

  /** Of YES. */
  get probability(): number {
    return sigmoid(this.#logOdds)
  }

  /** Log-odds `steps` ago, the oldest remembered at most. */
  pastLogOdds(steps: number): number {
    return this.#path[Math.max(0, this.#path.length - 1 - steps)] ?? this.#logOdds
  }

  /** One step of the walk; whether news came with it. */
  step(): boolean {
    const { volatility, stepMs, jumpsPerSec, jumpMin, jumpMeanExcess } = this.#process
    const dtSec = stepMs / 1000
    this.#signal(Math.abs(this.#random.normal()) * volatility * Math.sqrt(dtSec))
    const jumped = this.#random.next() < 1 - Math.exp(-jumpsPerSec * dtSec)
    if (jumped) this.#signal(jumpMin + this.#random.exponential(jumpMeanExcess))
    this.#path.push(this.#logOdds)
    if (this.#path.length > this.#memory + 1) this.#path.shift()
    return jumped
  }

  #signal(strength: number): void {
    const isRight = this.#random.next() < sigmoid(strength)
    this.#logOdds += isRight === (this.outcome === YES) ? strength : -strength
  }
}
