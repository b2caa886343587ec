// How well each queue model told the fates of ghosts: log loss, Brier score, reliability, and which is the best.

import { ForecastTally, type ReliabilityBin, type Scores } from '../../report/metrics/forecast-metrics.js'
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
  /** Orders with somebody before them. */
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
  readonly #models = QUEUE_MODELS.map((model) => ({
    model,
    horizons: HORIZONS_SEC.map((horizonSec) => ({ horizonSec, tally: new ForecastTally() })),
  }))
  #ghosts = 0
  #telling = 0

  /** The looks of one ghost. */
  add(looks: readonly Look[]): void {
    this.#ghosts += 1
    const differ = ({ predicted }: Look) => new Set(QUEUE_MODELS.map((model) => predicted[model])).size > 1
    if (looks.some(differ)) this.#telling += 1
    for (const { model, horizons } of this.#models) {
      for (const { horizonSec, tally } of horizons) {
        const look = looks.find((each) => each.horizonSec === horizonSec)
        if (look === undefined) continue
        const p = Math.min(CERTAIN, Math.max(1 - CERTAIN, look.predicted[model]))
        // a part that was filled counts as that part of a fill
        tally.add({ p, outcome: 1, weight: look.filled })
        tally.add({ p, outcome: 0, weight: 1 - look.filled })
      }
    }
  }

  scores(): GhostScores {
    const models = this.#ghosts === 0 ? [] : this.#models.map(scoreOf)
    const [first, ...rest] = models
    const best = first && rest.reduce((least, next) => (next.logLoss < least.logLoss ? next : least), first)
    return {
      ...{ ghosts: this.#ghosts, telling: this.#telling, models },
      ...(best === undefined || this.#telling < LEAST_TELLING ? {} : { best: best.model }),
    }
  }
}

interface ModelTally {
  readonly model: QueueModel
  readonly horizons: readonly { readonly horizonSec: number; readonly tally: ForecastTally }[]
}

function scoreOf({ model, horizons: tallies }: ModelTally): ModelScore {
  const horizons = tallies.flatMap(({ horizonSec, tally }) => {
    const found = tally.scores()
    return found === undefined ? [] : [{ horizonSec, ...found, reliability: tally.reliability() }]
  })
  const logLoss = horizons.reduce((sum, each) => sum + each.logLoss, 0) / Math.max(1, horizons.length)
  return { model, logLoss, horizons }
}
