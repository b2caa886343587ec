// Profit over time against its own swings: Sharpe, Sortino, drawdown, Calmar. Of profits in money, not of returns on a capital.

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Of a sample (n - 1). */
export function varianceOf(values: readonly number[]): number {
  const middle = mean(values)
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1)
}

/**
 * Mean over standard deviation (n - 1) of the changes of equal intervals, per interval (Sharpe 1994, without a riskless rate).
 * `undefined` for fewer than two, or where all are the same. Another `variance` than theirs counts where it is given.
 */
export function sharpe(changes: readonly number[], variance = varianceOf(changes)): number | undefined {
  if (changes.length < 2) return undefined
  return variance > 1e-24 ? mean(changes) / Math.sqrt(variance) : undefined
}

/** Mean over the root mean square of the losses, taken over all intervals (Sortino & Price 1994, target zero). `undefined` without a loss. */
export function sortino(changes: readonly number[]): number | undefined {
  const downside = mean(changes.map((change) => Math.min(0, change) ** 2))
  return downside > 1e-24 ? mean(changes) / Math.sqrt(downside) : undefined
}

/** How far below its highest point so far it is, at each point; the peak starts at zero. */
export function drawdowns(equity: readonly number[]): number[] {
  let peak = 0
  return equity.map((value) => {
    peak = Math.max(peak, value)
    return peak - value
  })
}

/** Profit over the largest drawdown; `undefined` where it never fell. */
export function calmar(profit: number, largest: number): number | undefined {
  return largest > 0 ? profit / largest : undefined
}
