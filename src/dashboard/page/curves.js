// Profit and inventory over time, drawn once and continued: a zoom stays where it is.

const CURVES_EVERY_MS = 5000
/** Until there is anything to draw. */
const FIRST_CURVES_MS = 1000
let curvesDueMs = 0

/** @param {string} name @param {number[]} atMs @param {{ title: string, lines: Line[], units?: Record<string, string>, decimals: number }} options */
function drawCurve(name, atMs, { title, lines, units, decimals }) {
  const host = document.querySelector(`[data-plot=${name}]`)
  if (!(host instanceof HTMLElement)) return
  if (atMs.length < 2) {
    redraw(host, 'few', () => [emptyNote(`${title}: drawn after the first seconds.`)])
    return
  }
  const times = atMs.map((ms) => ms / 1000)
  const known = livePlots.get(host)
  if (known === undefined || !host.contains(known.plot.root)) {
    drawnFrom.delete(host)
    drawTimePlot(host, {
      ...{ group: 'time', title, times, lines, height: 220, decimals },
      ...(units ? { units } : {}),
    })
    return
  }
  const { plot } = known
  const [before] = plot.data
  const { min, max } = plot.scales['x'] ?? {}
  const [first, last] = [before[0] ?? 0, before[before.length - 1] ?? 0]
  const isZoomed = min !== undefined && max !== undefined && (min > first || max < last)
  plot.setData(/** @type {uPlot.AlignedData} */ ([times, ...lines.map(({ values }) => values)]), !isZoomed)
}

/** @param {number} nowMs */
async function showCurves(nowMs) {
  if (nowMs < curvesDueMs) return
  curvesDueMs = nowMs + CURVES_EVERY_MS
  /** @type {{ atMs: number[], total: number[], spread: number[], inventory: number[], fees: number[], worstCase: number[], net: number[] } | undefined} */
  const curves = await ask('/page/curves')
  if (curves === undefined) return
  const { atMs, total, spread, inventory, fees, worstCase, net } = curves
  if (atMs.length < 2) curvesDueMs = nowMs + FIRST_CURVES_MS
  drawCurve('pnl', atMs, {
    ...{ title: 'P&L and its parts, units of collateral', decimals: 2 },
    lines: [
      { label: 'P&L', colour: '--ink', values: total, width: 2 },
      { label: 'spread', colour: '--buy', values: spread },
      { label: 'inventory', colour: '--sell', values: inventory, dash: [4, 3] },
      { label: 'fees', colour: '--quiet', values: fees.map((fee) => 0 - fee), dash: [2, 2] },
    ],
  })
  drawCurve('inventory', atMs, {
    ...{
      title: 'Inventory: net shares (left), worst case in units (right)',
      decimals: 2,
      units: { y: 'shares', money: 'units' },
    },
    lines: [
      { label: 'net of all markets', colour: '--fair', values: net, steps: true },
      {
        label: 'worst case',
        colour: '--sell',
        values: worstCase.map((loss) => 0 - loss),
        scale: 'money',
        dash: [4, 3],
      },
    ],
  })
}

/** @param {ExplainedMarket} market */
function drawMarketCurve({ curves }) {
  if (curves === undefined) return
  drawCurve('market', curves.atMs, {
    ...{
      title: 'This market: YES less NO (left), P&L in units (right)',
      decimals: 2,
      units: { y: 'shares', money: 'units' },
    },
    lines: [
      { label: 'YES less NO', colour: '--fair', values: curves.net, steps: true },
      { label: 'P&L', colour: '--ink', values: curves.pnl, scale: 'money', width: 2 },
    ],
  })
}
