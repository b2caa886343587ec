// The markets, one row each, kept in place while their numbers change.

/** @typedef {{ row: HTMLTableRowElement, cells: Record<string, HTMLElement>, name: HTMLButtonElement, act: HTMLButtonElement }} MarketRow */

const MARKET_HEADS = [
  ['name', 'Market', 'text'],
  ['strip', 'Quotes against the book', 'text'],
  ['ours', 'Our bid and ask', ''],
  ['others', 'Others', ''],
  ['fair', 'Fair', ''],
  ['net', 'Position', ''],
  ['pnl', 'P&L', ''],
  ['act', '', ''],
]

/** @type {Map<string, MarketRow>} */
const marketRows = new Map()

/** Of the market that is opened. @type {string | undefined} */
let openedMarket

/** @param {SeenState} state */
function showMarkets({ status, canAct }) {
  const host = byId('market-list')
  const { markets } = status
  if (markets.length === 0) {
    marketRows.clear()
    redraw(host, 'none', () => [emptyNote('No market is chosen: quoin markets says which there are, and why not.')])
    return
  }
  redraw(host, 'some', () => [emptyTable()])
  const body = host.querySelector('tbody')
  if (body === null) return
  const here = new Set(markets.map(({ conditionId }) => conditionId))
  for (const [id, { row }] of marketRows) {
    if (here.has(id) && row.isConnected) continue
    row.remove()
    marketRows.delete(id)
  }
  for (const [i, market] of markets.entries()) {
    const shown = marketRows.get(market.conditionId) ?? newMarketRow(market)
    if (body.rows[i] !== shown.row) body.insertBefore(shown.row, body.rows[i] ?? null)
    fillMarketRow(shown, market, canAct)
  }
}

function emptyTable() {
  const table = make('table', { className: 'markets' })
  const row = table.createTHead().insertRow()
  for (const [, text = '', className = ''] of MARKET_HEADS) row.append(make('th', { text, className }))
  table.createTBody()
  return make('div', { className: 'scroll' }, table)
}

/** @param {SeenMarket} market @returns {MarketRow} */
function newMarketRow({ conditionId }) {
  const row = make('tr')
  row.dataset['market'] = conditionId
  /** @type {Record<string, HTMLElement>} */
  const cells = {}
  for (const [key = '', label = '', className = ''] of MARKET_HEADS) {
    const cell = make(key === 'name' ? 'th' : 'td', { className: `${className} ${key}` })
    if (label) cell.dataset['label'] = label
    cells[key] = cell
    row.append(cell)
  }
  const name = make('button', { className: 'link' })
  name.type = 'button'
  name.onclick = () => openMarket(openedMarket === conditionId ? undefined : conditionId)
  const why = make('p', { className: 'why' })
  cells['name']?.append(name, why)
  cells['why'] = why
  const act = make('button')
  act.type = 'button'
  cells['act']?.append(act)
  const made = { row, cells, name, act }
  marketRows.set(conditionId, made)
  return made
}

/** @param {MarketRow} shown @param {SeenMarket} market @param {boolean} canAct */
function fillMarketRow({ row, cells, name, act }, market, canAct) {
  const { conditionId, question, own, bestOthers, fair, shares, pnl, paused } = market
  const { why, strip, net } = cells
  say(name, shownText(question))
  name.setAttribute('aria-expanded', String(openedMarket === conditionId))
  row.toggleAttribute('data-chosen', openedMarket === conditionId)
  mark(row, 'data-quoted', String(market.notQuoting === undefined))
  if (why) say(why, whyText(market))
  if (strip) redraw(strip, [own, bestOthers, fair], () => priceStrip(market))
  const put = (/** @type {string} */ key, /** @type {string} */ text) => {
    const cell = cells[key]
    if (cell) say(cell, text)
  }
  put('ours', pairText(ownBest(own)))
  put('others', pairText(othersBest(bestOthers)))
  put('fair', fair === undefined ? NOTHING : centsText(fair))
  if (net) {
    say(net, `${sharesText(shares[0] - shares[1])} net`)
    net.title = `${sharesText(shares[0])} YES, ${sharesText(shares[1])} NO`
  }
  put('pnl', signedText(pnl))
  const money = cells['pnl']
  if (money) money.className = `pnl ${directionOf(pnl)}`
  act.hidden = !canAct
  say(act, paused ? 'Unpause…' : 'Pause…')
  mark(act, 'aria-label', `${paused ? 'Unpause' : 'Pause'}: ${shownText(question)}`)
  act.onclick = () => askFor(paused ? 'unpause' : 'pause', { id: conditionId, question })
}

/** @param {SeenMarket} market */
function whyText({ notQuoting, paused, reason, feed, own }) {
  if (paused) return `paused by ${shownText(paused.actor)}: ${shownText(paused.reason)}`
  if (notQuoting) return `no quote (${shownText(notQuoting.reason)}): ${shownText(notQuoting.detail)}`
  const unsure = own.some(({ phase }) => phase === 'unknown') ? ', an order of unknown outcome' : ''
  const held = reason === undefined ? '' : `; ${shownText(reason)}`
  return `quoted${unsure}, feed ${feed.health}${held}`
}

/** @param {{ bid: { price: number, size: number } | undefined, ask: { price: number, size: number } | undefined }} best */
function pairText({ bid, ask }) {
  const side = (/** @type {{ price: number, size: number } | undefined} */ at) =>
    at ? `${centsText(at.price)} × ${sharesText(at.size)}` : NOTHING
  return `${side(bid)}  /  ${side(ask)}`
}
