// How long it takes for half of an inventory to be gone.

/**
 * In intervals: `ln 1/2 / ln phi`, phi the slope of an autoregression of order one, `q[t+1] = a + phi * q[t]`. Of several markets: one slope,
 * each with an intercept of its own. `undefined` where phi is outside (0, 1): the inventory does not return, or flips at once.
 */
export function inventoryHalfLife(markets: readonly (readonly number[])[]): number | undefined {
  const phi = autoregression(markets)
  return phi !== undefined && phi > 0 && phi < 1 ? Math.log(0.5) / Math.log(phi) : undefined
}

/** The pooled least-squares slope; `undefined` where nothing moves. */
export function autoregression(markets: readonly (readonly number[])[]): number | undefined {
  let [covariance, variance] = [0, 0]
  for (const series of markets) {
    const n = series.length - 1
    if (n < 2) continue
    const [before, after] = [series.slice(0, -1), series.slice(1)]
    const [meanBefore, meanAfter] = [before, after].map((part) => part.reduce((sum, q) => sum + q, 0) / n)
    if (meanBefore === undefined || meanAfter === undefined) continue
    for (const [i, q] of before.entries()) {
      covariance += (q - meanBefore) * ((after[i] ?? 0) - meanAfter)
      variance += (q - meanBefore) ** 2
    }
  }
  return variance > 0 ? covariance / variance : undefined
}
