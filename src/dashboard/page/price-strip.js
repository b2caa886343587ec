// One market's prices on a line: where others quote, our bid and ask between, and the fair value.

const STRIP = { width: 220, height: 30, left: 4, right: 216, middle: 14 }

/** @param {SeenMarket} market @returns {string} */
function stripWords({ own, bestOthers, fair }) {
  const ours = ownBest(own)
  const others = othersBest(bestOthers)
  const side = (/** @type {{ price: number } | undefined} */ quote) => (quote ? centsText(quote.price) : 'nothing')
  return `we bid ${side(ours.bid)} and ask ${side(ours.ask)}; others bid ${side(others.bid)} and ask ${side(others.ask)}; fair value ${fair === undefined ? 'unknown' : centsText(fair)}`
}

/** @param {SeenMarket} market @returns {Node[]} */
function priceStrip(market) {
  const ours = ownBest(market.own)
  const others = othersBest(market.bestOthers)
  const prices = [ours.bid, ours.ask, others.bid, others.ask].flatMap((at) => (at ? [at.price] : []))
  if (market.fair !== undefined) prices.push(market.fair)
  if (prices.length === 0) return [make('span', { className: 'quiet', text: 'no prices yet' })]
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const room = Math.max(0.01, (high - low) * 0.15)
  const [from, to] = [Math.max(0, low - room), Math.min(1, high + room)]
  const x = (/** @type {number} */ p) => STRIP.left + ((p - from) / (to - from)) * (STRIP.right - STRIP.left)
  const svg = drawn('svg', {
    ...{ viewBox: `0 0 ${STRIP.width} ${STRIP.height}`, class: 'strip', role: 'img', 'aria-label': stripWords(market) },
  })
  const { middle, left, right } = STRIP
  svg.append(drawn('line', { x1: left, x2: right, y1: middle, y2: middle, class: 'axis' }))
  const bar = (/** @type {number} */ a, /** @type {number} */ b) =>
    svg.append(drawn('rect', { x: a, width: Math.max(0, b - a), y: middle - 4, height: 8, class: 'others' }))
  if (others.bid) bar(left, x(others.bid.price))
  if (others.ask) bar(x(others.ask.price), right)
  if (market.fair !== undefined)
    svg.append(drawn('circle', { cx: x(market.fair), cy: middle, r: 3, class: 'fair-dot' }))
  if (ours.bid) svg.append(triangle(x(ours.bid.price), 'our-bid'))
  if (ours.ask) svg.append(triangle(x(ours.ask.price), 'our-ask'))
  return [svg]
}

/** A bid points up from below, an ask down from above. @param {number} at @param {'our-bid' | 'our-ask'} kind */
function triangle(at, kind) {
  const { middle } = STRIP
  const [tip, base] = kind === 'our-bid' ? [middle + 1, middle + 12] : [middle - 1, middle - 12]
  return drawn('path', { d: `M${at} ${tip}L${at - 6} ${base}H${at + 6}Z`, class: kind })
}
