// How well each queue model told the fates of ghosts: log loss, Brier score, reliability, and which is the best.

import { type ReliabilityBin, reliability, type Scores, scores } from '../../report/metrics/forecast-metrics.js'
import { QUEUE_MODELS, type QueueModel } from '../../venue/simulated/fills/queue-models.js'
import { HORIZONS_SEC, type Look } from './ghost-queue.js'

export interface HorizonScore extends Scores {
  readonly horizonSec: number
  readonly reliability: readonly ReliabilityBin[]
}

export interface ModelScore {
  readonly model: QueueModel
  /** Mean over the horizons. */
  readonly logLoss: number
  readonly horizons: readonly HorizonScore[]
}

export interface GhostScores {
  /** Orders with somebody before them, and a known fate. */
  readonly ghosts: number
  /** Of these, those on whose fate two models differ at some horizon. */
  readonly telling: number
  /** Absent without a ghost; in the order of `QUEUE_MODELS`. */
  readonly models: readonly ModelScore[]
  /** The least log loss; absent where too few ghosts tell the models apart. */
  readonly best?: QueueModel
}

/** Fewer ghosts on which models differ say nothing about which one is right. */
export const LEAST_TELLING = 100
/** A model that is certain is taken to be 99 % certain: one surprise is not infinitely bad. */
const CERTAIN = 0.99

export class GhostTally {
  readonly #looks = new Map<number, { readonly p: Readonly<Record<QueueModel, number>>; readonly filled: number }[]>(
    HORIZONS_SEC.map((sec) => [sec, []]),
  )
  #ghosts = 0
  #telling = 0

  /** The looks of one ghost. */
  add(looks: readonly Look[]): void {
    this.#ghosts += 1
    const differ = ({ predicted }: Look) => new Set(QUEUE_MODELS.map((model) => predicted[model])).size > 1
    if (looks.some(differ)) this.#telling += 1
    for (const { horizonSec, filled, predicted } of looks) {
      this.#looks.get(horizonSec)?.push({ p: predicted, filled })
    }
  }

  scores(): GhostScores {
    const models = this.#ghosts === 0 ? [] : QUEUE_MODELS.map((model) => this.#ofModel(model))
    const [first, ...rest] = models
    const best = first && rest.reduce((least, next) => (next.logLoss < least.logLoss ? next : least), first)
    return {
      ...{ ghosts: this.#ghosts, telling: this.#telling, models },
      ...(best === undefined || this.#telling < LEAST_TELLING ? {} : { best: best.model }),
    }
  }

  #ofModel(model: QueueModel): ModelScore {
    const horizons = HORIZONS_SEC.flatMap((horizonSec) => {
      // a part that was filled counts as that part of a fill
      const forecasts = (this.#looks.get(horizonSec) ?? []).flatMap(({ p, filled }) => {
        const said = Math.min(CERTAIN, Math.max(1 - CERTAIN, p[model]))
        return [
          { p: said, outcome: 1 as const, weight: filled },
          { p: said, outcome: 0 as const, weight: 1 - filled },
        ]
      })
      const found = scores(forecasts)
      return found === undefined ? [] : [{ horizonSec, ...found, reliability: reliability(forecasts) }]
    })
    const logLoss = horizons.reduce((sum, each) => sum + each.logLoss, 0) / Math.max(1, horizons.length)
    return { model, logLoss, horizons }
  }
}
