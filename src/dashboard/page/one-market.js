// One market, opened: why each quote is there and others are not, the others' ladder with ours in it, its curve.

/**
 * @typedef {{ question: string, fair?: number, fairBasis?: string, note?: string, strategyFair?: number, stopped?: string, cautions?: string[], waiting: string[],
 *   made: { name: string, value: number, unit?: string }[], inputs?: { fee?: { ageMs: number }, account?: { ageMs: number } }, shares: [number, number], feed: { health: string, reason: string, ageMs: number }, quotes: OrderData[],
 *   notQuoting?: WhyData, paused?: PauseData, depth?: { bids: LevelData[], asks: LevelData[] },
 *   refused: (OwnData & WhyData)[], recent: SeenDecision[], curves?: { atMs: number[], pnl: number[], net: number[] } }} ExplainedMarket
 */

/** @param {string | undefined} id */
function openMarket(id) {
  const before = openedMarket
  openedMarket = id
  const section = byId('one')
  section.hidden = id === undefined
  for (const [key, { row, name }] of marketRows) {
    row.toggleAttribute('data-chosen', key === id)
    name.setAttribute('aria-expanded', String(key === id))
  }
  if (id === undefined) {
    // its market may be over
    const [first] = marketRows.values()
    if (before !== undefined) (marketRows.get(before) ?? first)?.name.focus()
    return
  }
  section.replaceChildren(...oneMarketParts())
  void lookIntoMarket().then(() => section.scrollIntoView({ block: 'nearest' }))
  section.tabIndex = -1
  section.focus({ preventScroll: true })
}

addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && openedMarket !== undefined && !document.querySelector('dialog[open]')) openMarket(undefined)
})

function oneMarketParts() {
  const close = make('button', { text: 'Close' })
  close.type = 'button'
  close.onclick = () => openMarket(undefined)
  const plot = make('div', { className: 'plot' })
  plot.dataset['plot'] = 'market'
  return [
    make('div', { className: 'one-title' }, make('h2', { id: 'one-head', text: 'Looking' }), close),
    make('ul', { className: 'reasons' }),
    make(
      'div',
      { className: 'beside-each-other' },
      make('div', { className: 'ladder' }),
      make('div', { className: 'orders' }),
    ),
    plot,
  ]
}

/** Asks for what stands behind the opened market, and shows it. */
async function lookIntoMarket() {
  const id = openedMarket
  if (id === undefined) return
  /** @type {ExplainedMarket | undefined} */
  const market = await ask(`/page/market?id=${encodeURIComponent(id)}`)
  if (market === undefined || openedMarket !== id) return
  const section = byId('one')
  const part = (/** @type {string} */ name) => section.querySelector(name) ?? section
  say(byId('one-head'), shownText(market.question))
  const reasons = reasonsOf(market)
  redraw(part('.reasons'), reasons, () => reasons.map((text) => make('li', { text })))
  redraw(part('.ladder'), [market.depth, market.quotes.map(yesQuote)], () => ladderOf(market))
  redraw(
    part('.orders'),
    [market.quotes.map(({ ageMs: _age, ...quote }) => quote), market.refused, market.recent],
    () => ordersOf(market),
  )
  drawMarketCurve(market)
}

/** @param {ExplainedMarket} market @returns {string[]} */
function reasonsOf({
  fair,
  fairBasis,
  note,
  strategyFair,
  stopped,
  cautions,
  waiting,
  made,
  inputs,
  shares,
  feed,
  notQuoting,
  paused,
}) {
  const parts = made.map(({ name, value, unit = '' }) => `${shownText(name)} ${figure(value, 0, 4)} ${shownText(unit)}`)
  const ages = Object.entries({ book: feed, fee: inputs?.fee, account: inputs?.account })
  const aged = ages.flatMap(([name, of]) => (of ? [`${name} ${figure(of.ageMs / 1000, 0, 1)} s ago`] : []))
  return [
    ...(notQuoting ? [`Nothing of ours rests (${shownText(notQuoting.reason)}): ${shownText(notQuoting.detail)}`] : []),
    ...(paused ? [`Paused by ${shownText(paused.actor)}: ${shownText(paused.reason)}`] : []),
    ...(stopped && stopped !== notQuoting?.detail ? [`Nothing may rest: ${shownText(stopped)}`] : []),
    `Fair value ${fair === undefined ? 'unknown' : `${centsText(fair)} (${shownText(fairBasis)})`}, feed ${feed.health}${feed.reason ? ` (${shownText(feed.reason)})` : ''}, held ${sharesText(shares[0])} YES and ${sharesText(shares[1])} NO`,
    ...(note ? [`The strategy says: ${shownText(note)}`] : []),
    ...(strategyFair === undefined
      ? []
      : [`To the strategy YES is worth ${centsText(strategyFair)}: edges are measured by it`]),
    ...(parts.length > 0 ? [`Its prices are made of: ${parts.join(', ')}`] : []),
    `Last heard of: ${aged.join(', ')}`,
    ...(cautions ?? []).map((why) => `Held back: ${shownText(why)}`),
    ...waiting.map((what) => `Waits for ${shownText(what)}`),
  ]
}

/** Asks above, bids below, ours where they stand. @param {ExplainedMarket} market @returns {Node[]} */
function ladderOf({ depth, quotes }) {
  const title = make('h3', { text: "The others' book, with our quotes in it" })
  const ours = quotes.map(yesQuote)
  /** @type {Map<string, { price: number, bid?: number, ask?: number, own?: string, size?: number }>} */
  const levels = new Map()
  const at = (/** @type {number} */ price) => {
    const key = price.toFixed(6)
    const level = levels.get(key) ?? { price }
    levels.set(key, level)
    return level
  }
  for (const { price, size } of depth?.bids ?? []) at(price).bid = size
  for (const { price, size } of depth?.asks ?? []) at(price).ask = size
  for (const { on, price, size } of ours) Object.assign(at(price), { own: on, size: (at(price).size ?? 0) + size })
  const rows = [...levels.values()].sort((a, b) => b.price - a.price)
  if (rows.length === 0) return [title, emptyNote('Nobody quotes here.')]
  const cell = (/** @type {number | undefined} */ size) => (size === undefined ? '' : sharesText(size))
  const table = tableOf(
    ['They bid', 'YES, cents', 'They ask', 'We'],
    rows.map(({ price, bid, ask: offered, own, size }) => {
      const mine = own
        ? make('span', {
            className: own === 'bid' ? 'buy' : 'sell',
            text: `${own === 'bid' ? '▲ bid' : '▼ ask'} ${cell(size)}`,
          })
        : ''
      return [cell(bid), centsText(price), cell(offered), mine]
    }),
    ['', 'price', '', ''],
  )
  return [title, make('div', { className: 'scroll' }, table)]
}

/** @param {ExplainedMarket} market @returns {Node[]} */
function ordersOf({ quotes, refused, recent }) {
  const parts = [
    make('h3', { text: 'Our quotes, and why' }),
    quotes.length === 0
      ? emptyNote('No quote rests.')
      : make(
          'ul',
          {},
          ...quotes.map((quote) =>
            make('li', { text: `${orderText(quote)}, ${quote.phase}: ${shownText(quote.reason)}` }),
          ),
        ),
  ]
  if (refused.length > 0) {
    const lines = refused.map((quote) =>
      make('li', { text: `${orderText(quote)}: ${shownText(quote.reason)}, ${shownText(quote.detail)}` }),
    )
    parts.push(make('h3', { text: 'Wished, and refused' }), make('ul', {}, ...lines))
  }
  if (recent.length > 0) {
    const lines = recent.map((one) =>
      make('li', { text: `${clockText(one.atMs)} ${decisionText(one)}: ${shownText(one.why)}` }),
    )
    parts.push(make('h3', { text: 'Decided last' }), make('ul', {}, ...lines))
  }
  return parts
}
