// Sizes of which some are only known to be at least so large, by the product-limit estimator.
//
//   S(x) = product over known sizes s <= x of  1 - (known at s) / (sizes at least s)
//
// Kaplan and Meier (1958). The largest size ends the distribution whether it is known or not (Efron's convention).

export interface SeenSize {
  readonly size: number
  /** It was at least this large: whoever wanted it found no more. */
  readonly isCensored: boolean
}

interface Step {
  readonly size: number
  /** Probability of a larger one. */
  readonly survival: number
}

export class SizeDistribution {
  readonly #steps: readonly Step[]

  constructor(seen: readonly SeenSize[]) {
    // known ones before those that were cut at the same size
    const sorted = [...seen].sort((a, b) => a.size - b.size || Number(a.isCensored) - Number(b.isCensored))
    const steps: Step[] = []
    let survival = 1
    for (const [i, { size, isCensored }] of sorted.entries()) {
      const isLast = i === sorted.length - 1
      if (isCensored && !isLast) continue
      survival = isLast ? 0 : survival * (1 - 1 / (sorted.length - i))
      if (steps.at(-1)?.size === size) steps.pop()
      steps.push({ size, survival })
    }
    this.#steps = steps
  }

  /** Probability of more than `size`. */
  survival(size: number): number {
    let found = 1
    for (const step of this.#steps) {
      if (step.size > size) break
      found = step.survival
    }
    return found
  }

  /** The size that `u`, uniform in [0, 1), stands for among those above `above`; `above` itself where none is. */
  quantileAbove(above: number, u: number): number {
    const left = this.survival(above)
    if (left <= 0) return above
    const wanted = left * (1 - u)
    return this.#steps.find(({ size, survival }) => size > above && survival < wanted)?.size ?? above
  }
}
