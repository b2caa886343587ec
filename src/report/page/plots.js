// The plots of the report: profit, drawdown and inventory of all runs; quotes, fills and position of one market.

/**
 * @typedef {{ model: string, pnl: string, drawdown: string, inventory: string }} RunData
 * @typedef {[atMs: number, outcome: 0 | 1, side: 'BUY' | 'SELL', price: number, shares: number, status: string, ...mids: (number | null)[]]} FillData
 * @typedef {{ at?: string, othersBid?: string, othersAsk?: string, ownBid: string, ownAsk: string, fair: string, inventory: string, pnl: string,
 *   fills: FillData[] }} MarketData
 * @typedef {{ fromMs: number, toMs: number, stepMs: number, points: number, runs: RunData[],
 *   markets: { runs: MarketData[] }[] }} PageData
 */

const PRICE_SCALE = 10_000
const MONEY_SCALE = 1000
const SHARE_SCALE = 100
const CENTS = 100

/** From the lower to the upper bound: the outer two are strong, those between thin and dashed. @param {number} i @param {number} count */
function modelStyle(i, count) {
  const isOuter = i === 0 || i === count - 1
  const colour = `--model-${count === 1 ? 0 : Math.round((4 * i) / (count - 1))}`
  return isOuter ? { colour, width: 2 } : { colour, width: 1, dash: [4, 3] }
}

/** @param {PageData} data @param {'pnl' | 'drawdown' | 'inventory'} name @param {string} title */
function drawOverTime(data, name, title) {
  const host = document.querySelector(`[data-plot=${name}]`)
  if (!(host instanceof HTMLElement)) return
  const { fromMs, stepMs, points, runs } = data
  const times = Array.from({ length: points }, (_, i) => (fromMs + i * stepMs) / 1000)
  const columns = runs.map((run) => unpacked(run[name], name === 'inventory' ? SHARE_SCALE : MONEY_SCALE))
  /** @type {Line[]} */
  const lines = columns.map((values, i) => ({ label: runs[i]?.model ?? '', values, ...modelStyle(i, runs.length) }))
  const outer = (/** @type {(a: number, b: number) => number} */ pick) =>
    times.map((_, at) =>
      columns
        .map((values) => values[at] ?? null)
        .reduce((a, b) => (a === null || b === null ? (a ?? b) : pick(a, b)), null),
    )
  const hasBand = runs.length > 1
  if (hasBand) {
    lines.push({ label: 'highest', colour: '--rule', quiet: true, values: outer(Math.max) })
    lines.push({ label: 'lowest', colour: '--rule', quiet: true, values: outer(Math.min) })
  }
  drawTimePlot(host, {
    ...{
      group: 'time',
      title,
      times,
      lines,
      height: name === 'pnl' ? 260 : 150,
      decimals: name === 'inventory' ? 0 : 2,
    },
    bands: hasBand ? [{ lines: [runs.length, runs.length + 1], colour: '--band' }] : [],
  })
}

/** @param {PageData} data @param {number} market @param {number} run */
function drawMarket(data, market, run) {
  const [quotes, position] = ['quotes', 'position'].map((name) => document.querySelector(`[data-plot=${name}]`))
  const runs = data.markets[market]?.runs
  const own = runs?.[run]
  if (!(quotes instanceof HTMLElement) || !(position instanceof HTMLElement) || !own) return
  // what is the same in all runs is told with the first
  const seen = own.at === undefined ? { ...own, ...pick(runs?.[0]) } : own
  const times = unpacked(seen.at ?? '', 1).map((at) => (data.fromMs + (at ?? 0)) / 1000)
  const price = (/** @type {string | undefined} */ text) => unpacked(text ?? '', PRICE_SCALE / CENTS)
  drawTimePlot(quotes, {
    ...{ group: 'market', title: 'Quotes against the book: YES, cents', times, height: 320, decimals: 2 },
    lines: [
      { label: "others' ask", colour: '--others', values: price(seen.othersAsk), width: 1, steps: true },
      { label: "others' bid", colour: '--others', values: price(seen.othersBid), width: 1, steps: true },
      { label: 'our ask', colour: '--sell', values: price(seen.ownAsk), steps: true, dash: [6, 3] },
      { label: 'our bid', colour: '--buy', values: price(seen.ownBid), steps: true },
      { label: 'fair', colour: '--fair', values: price(seen.fair), width: 1, dash: [2, 2] },
    ],
    bands: [{ lines: [0, 1], colour: '--others-band' }],
    draw: (plot) => drawFills(plot, seen.fills, data.fromMs),
  })
  drawTimePlot(position, {
    ...{ group: 'market', title: 'Position: shares (left), profit in units (right)', times, height: 150, decimals: 2 },
    units: { y: 'shares', pnl: 'units' },
    lines: [
      { label: 'YES less NO', colour: '--fair', values: unpacked(seen.inventory, SHARE_SCALE), steps: true },
      { label: 'profit', colour: '--quiet', values: unpacked(seen.pnl, MONEY_SCALE), scale: 'pnl', dash: [4, 3] },
    ],
  })
}

/** @param {MarketData | undefined} first */
const pick = (first) => ({ at: first?.at ?? '', othersBid: first?.othersBid ?? '', othersAsk: first?.othersAsk ?? '' })

const [MARK, ROOT_3] = [5.5, Math.sqrt(3)]

/** Triangles up for what adds YES, down for what takes it away. @param {uPlot} plot @param {FillData[]} fills @param {number} fromMs */
function drawFills(plot, fills, fromMs) {
  const { ctx, bbox } = plot
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  const size = MARK * devicePixelRatio
  ctx.lineWidth = 1.5 * devicePixelRatio
  const [buy, sell, page] = [colourOf('--buy'), colourOf('--sell'), colourOf('--page')]
  for (const [atMs, outcome, side, price, , status] of fills) {
    const adds = (outcome === 0) === (side === 'BUY')
    const x = plot.valToPos((fromMs + atMs) / 1000, 'x', true)
    const y = plot.valToPos(CENTS * (outcome === 0 ? price : 1 - price), 'y', true)
    const up = adds ? -size : size
    ctx.beginPath()
    ctx.moveTo(x, y + up)
    ctx.lineTo(x + size, y - (up * ROOT_3) / 2 + up / 4)
    ctx.lineTo(x - size, y - (up * ROOT_3) / 2 + up / 4)
    ctx.closePath()
    const colour = adds ? buy : sell
    ctx.fillStyle = colour
    ctx.strokeStyle = status === 'failed' ? colour : page
    if (status !== 'failed') ctx.fill()
    ctx.stroke()
  }
  ctx.restore()
}
