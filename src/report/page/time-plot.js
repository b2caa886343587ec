// A plot over time: colours of the page's theme, UTC, zoom by drag, buttons and keys, together with the plots of its group.

/**
 * @typedef {{ label: string, colour: string, values: (number | null)[], width?: number, dash?: number[], steps?: boolean, quiet?: boolean,
 *   scale?: string }} Line
 * @typedef {{ group: string, title: string, height: number, times: number[], lines: Line[], bands?: { lines: [number, number], colour: string }[],
 *   decimals: number, units?: Record<string, string>, draw?: (plot: uPlot) => void }} TimePlot
 */

/** @type {Map<HTMLElement, { plot: uPlot, group: string }>} */
const livePlots = new Map()

const probe = document.createElement('i')
probe.hidden = true

/**
 * A colour of the theme, as a canvas takes it: only a property that is a colour resolves `light-dark()`.
 * @param {string} name @returns {string}
 */
function colourOf(name) {
  if (!probe.isConnected) document.body.append(probe)
  probe.style.color = `var(${name})`
  return getComputedStyle(probe).color
}

/** @param {number} seconds @param {number} step @returns {string} */
function utcLabel(seconds, step) {
  const text = new Date(seconds * 1000).toISOString()
  if (step >= 86400) return text.slice(5, 10)
  if (step >= 60) return text.slice(11, 16)
  return step >= 1 ? text.slice(11, 19) : text.slice(14, 23)
}

/**
 * Draws into `host`, in place of what was there.
 * @param {HTMLElement} host @param {TimePlot} options
 */
function drawTimePlot(host, options) {
  const { group, title, lines, times } = options
  livePlots.get(host)?.plot.destroy()
  host.replaceChildren(head(host, title))
  const plot = new uPlot(
    plotOptions(host, options),
    /** @type {uPlot.AlignedData} */ ([times, ...lines.map(({ values }) => values)]),
    host,
  )
  livePlots.set(host, { plot, group })
  host.tabIndex = 0
  host.onkeydown = (event) => {
    if (event.target === host && press(plot, event.key)) event.preventDefault()
  }
}

/** @param {HTMLElement} host @param {TimePlot} options @returns {uPlot.Options} */
function plotOptions(host, { group, height, lines, bands = [], decimals, units = { y: '' }, draw }) {
  const grid = { stroke: () => colourOf('--rule'), width: 1 }
  const axis = {
    stroke: () => colourOf('--quiet'),
    grid,
    ticks: { ...grid, size: 4 },
    font: '11px system-ui, sans-serif',
  }
  const scales = Object.keys(units)
  return {
    width: Math.max(240, host.clientWidth),
    height,
    // the plots of one market stand below each other: where only one has an axis on the right, the other leaves its room
    padding: [null, group === 'market' && scales.length === 1 ? 52 : null, null, null],
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { sync: { key: group }, drag: { x: true, y: false }, points: { size: 6 } },
    legend: {
      live: true,
      markers: { width: 2, stroke: (_plot, i) => `var(${lines[i - 1]?.colour ?? '--quiet'})`, dash: () => 'solid' },
    },
    scales: Object.fromEntries([['x', { time: true }], ...scales.map((name) => [name, { range: padded }])]),
    axes: [
      { ...axis, space: 70, values: (_plot, splits, _axis, _space, step) => splits.map((at) => utcLabel(at, step)) },
      ...scales.map((scale, i) => ({
        ...axis,
        ...{ scale, side: i === 0 ? 3 : 1, size: axisWidth, grid: i === 0 ? grid : { show: false } },
        values: (/** @type {uPlot} */ _plot, /** @type {number[]} */ splits) => splits.map((at) => short(at)),
      })),
    ],
    series: [
      { label: 'UTC', value: (_plot, at) => (at === null ? '–' : utcLabel(at, 1)) },
      ...lines.map((line) => seriesOf(line, decimals)),
    ],
    bands: bands.map(({ lines: [top, bottom], colour }) => ({
      series: [top + 1, bottom + 1],
      fill: () => colourOf(colour),
    })),
    hooks: { draw: draw ? [draw] : [], setScale: [(plot, key) => key === 'x' && follow(plot, group)] },
  }
}

/** Room for the longest label: one that is cut loses its sign and its first digits. @param {uPlot} _plot @param {string[] | null} labels */
function axisWidth(_plot, labels) {
  return Math.max(52, ...(labels ?? []).map(({ length }) => 14 + 6.5 * length))
}

/** @param {Line} line @param {number} decimals @returns {uPlot.Series} */
function seriesOf({ label, colour, width = 1.5, dash, steps = false, quiet = false, scale = 'y' }, decimals) {
  const paths = steps ? uPlot.paths.stepped?.({ align: 1 }) : undefined
  return {
    ...{ label, scale, width: quiet ? 0 : width, points: { show: false } },
    stroke: () => colourOf(colour),
    value: (_plot, value) =>
      value === null || value === undefined ? '–' : value.toFixed(decimals).replace('-', '\u2212'),
    ...(quiet ? { class: 'quiet' } : {}),
    ...(dash ? { dash } : {}),
    ...(paths ? { paths } : {}),
  }
}

/** Room above and below; a flat line stands in the middle. @param {uPlot} _plot @param {number | null} least @param {number | null} most
 * @returns {[number, number]} */
function padded(_plot, least, most) {
  if (least === null || most === null) return [0, 1]
  const room = most > least ? (most - least) * 0.08 : Math.max(0.01, Math.abs(most) * 0.1)
  return [least - room, most + room]
}

/** @param {number} value @returns {string} */
const short = (value) => value.toLocaleString('en-US', { maximumFractionDigits: 3 }).replace('-', '\u2212')

let isFollowing = false

/** The other plots of the group show the same time. @param {uPlot} plot @param {string} group */
function follow(plot, group) {
  const { min, max } = plot.scales.x ?? {}
  if (isFollowing || min === undefined || max === undefined) return
  isFollowing = true
  for (const other of livePlots.values())
    if (other.group === group && other.plot !== plot) other.plot.setScale('x', { min, max })
  isFollowing = false
}

/** Title and buttons. @param {HTMLElement} host @param {string} title @returns {HTMLElement} */
function head(host, title) {
  const bar = document.createElement('div')
  bar.className = 'plot-head'
  const name = document.createElement('h3')
  name.textContent = title
  bar.append(name)
  for (const [key, text, label] of [
    ['ArrowLeft', '←', 'earlier'],
    ['ArrowRight', '→', 'later'],
    ['+', '+', 'zoom in'],
    ['-', '−', 'zoom out'],
    ['0', 'All', 'show all'],
  ]) {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = text ?? ''
    button.setAttribute('aria-label', `${title}: ${label}`)
    button.onclick = () => {
      const drawn = livePlots.get(host)
      if (drawn) press(drawn.plot, key ?? '')
    }
    bar.append(button)
  }
  return bar
}

/** @param {uPlot} plot @param {string} key @returns {boolean} whether the key means something here */
function press(plot, key) {
  const times = plot.data[0]
  const [first, last] = [times[0] ?? 0, times[times.length - 1] ?? 1]
  const { min = first, max = last } = plot.scales.x ?? {}
  const width = max - min
  /** @type {Record<string, [number, number]>} */
  const views = {
    ArrowLeft: [min - width / 4, max - width / 4],
    ArrowRight: [min + width / 4, max + width / 4],
    '+': [min + width / 4, max - width / 4],
    '-': [min - width / 2, max + width / 2],
    0: [first, last],
  }
  const view = views[key === '=' ? '+' : key]
  if (!view) return false
  const size = Math.min(view[1] - view[0], last - first)
  const from = Math.min(Math.max(view[0], first), last - size)
  if (size > 0) plot.setScale('x', { min: from, max: from + size })
  return true
}

/** After a change of the theme. */
function recolour() {
  for (const { plot } of livePlots.values()) plot.redraw(false)
}

/** As wide as there is room. */
function refit() {
  for (const [host, { plot }] of livePlots) {
    const width = Math.max(240, host.clientWidth)
    if (plot.width !== width) plot.setSize({ width, height: plot.height })
  }
}
